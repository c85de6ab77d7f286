export { CreateRules } from "./CreateRules";
export { PasswordRule } from "./PasswordRule";
export { PrivacyRule } from "./PrivacyRule";
export { type CreateWish, isSendable, sentPasswords, USUAL_PASSWORDS, USUAL_WISH } from "./values";
