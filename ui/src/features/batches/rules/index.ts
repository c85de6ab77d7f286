export { CreateRules } from "./CreateRules";
export { PasswordRule } from "../../../shared/planning/rules/PasswordRule";
export { PrivacyRule } from "../../../shared/planning/rules/PrivacyRule";
export { type CreateWish, isSendable, sentPasswords, USUAL_PASSWORDS, USUAL_WISH } from "./values";
