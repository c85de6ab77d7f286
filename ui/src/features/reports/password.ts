// Without the letters and figures that are easily taken for one another.
const ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 16;

/** A new password of 16 characters that can be read out, about 93 bits strong. */
export function generatePassword(): string {
  // Bytes above the last whole multiple would make the first letters more likely.
  const limit = 256 - (256 % ALPHABET.length);
  let password = "";
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < limit && password.length < LENGTH) password += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return password;
}
