export { PasswordRule } from "./PasswordRule";
export { PrivacyRule } from "./PrivacyRule";
export { DEFAULT_PASSWORDS, sentPasswords } from "./password-choice";
