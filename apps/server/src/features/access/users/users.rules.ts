/** Answers are compared as people say them: without case, outer blanks or the way letters are composed. */
export const plainAnswer = (answer: string): string => answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Long passwords that every list of leaked ones begins with, as letters and digits alone. */
const KNOWN = new Set(
  `123456789012 1234567890123 12345678901234 123412341234 123123123123 111111111111 000000000000 password1234 passwordpassword
   password12345 password123456 qwertyuiop12 qwertyuiop123 qwerty123456 qwertyqwerty 1q2w3e4r5t6y 1qaz2wsx3edc 1qaz2wsx3edc4rfv
   zxcvbnm12345 asdfghjkl123 qazwsxedcrfv iloveyou1234 iloveyouforever letmein12345 welcome12345 administrator administrator1
   changeme1234 trustno1trustno1 abcdefghijkl abcd1234abcd abc123abc123 correcthorsebatterystaple monkey123456 dragon123456
   football1234 superman1234 gantrygantry gantry123456 construction planning1234 йцукенгшщзхъ йцукен123456 пароль123456 парольпароль
   qwertyqwerty123 motdepasse123 motdepassemotdepasse azertyuiop12 azertyazerty`.split(/\s+/),
);

/** Whether a password of good length is one that is tried first: a known one, a pattern, or the person's own name. */
export function isWeakPassword(password: string, person: { login: string; email: string; first_name: string; last_name: string }): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const bare = plain.replace(/[^\p{L}\p{N}]/gu, '');
  if (KNOWN.has(bare) || new Set(bare).size < 4) return true;
  const names = [person.login, person.email, person.email.split('@')[0], person.first_name, person.last_name]
    .map((name) => name.normalize('NFKC').toLowerCase())
    .filter((name) => name.length >= 4);
  // What is left without the name must still be something to guess.
  const rest = (name: string) => plain.replaceAll(name, '').replace(/[^\p{L}\p{N}]/gu, '');
  return names.some((name) => plain.includes(name) && (rest(name).length < 8 || /^\d+$/.test(rest(name))));
}
