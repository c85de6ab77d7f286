import { createContext, type Provider, useContext } from "react";

/** A context without a default: its provider, and a hook that throws if the provider is missing. */
export function createRequiredContext<Value extends object>(name: string): [Provider<Value>, () => Value] {
  const Context = createContext<Value | null>(null);
  const useValue = () => {
    const value = useContext(Context);
    if (!value) throw new Error(`No provider of ${name} above`);
    return value;
  };
  return [Context.Provider, useValue];
}
