export { CreateRules } from "./CreateRules";
export { type CreateWish, DEFAULT_WISH, isSendable } from "./values";
