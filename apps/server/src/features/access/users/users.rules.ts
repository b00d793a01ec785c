/** Answers are compared as people say them: without case, outer blanks or the way letters are composed. */
export const plainAnswer = (answer: string): string => answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Long ones that a list of leaked passwords does not hold: of this product and its trade, and in the languages that it speaks. */
const OWN = new Set(
  `gantry123456 construction planning1234 correcthorsebatterystaple йцукенгшщзхъ йцукен123456 пароль123456 парольпароль
   motdepasse123 motdepassemotdepasse azertyuiop12 azertyazerty`.split(/\s+/),
);

/** Passwords that are tried first, and the very first of them, in lower case. */
export type LeakedPasswords = { all: ReadonlySet<string>; first: ReadonlySet<string> };

const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
/** Letters for the signs that people write in their place. */
const unmasked = (text: string): string => text.replace(/[@$013457]/g, (sign) => 'asoieast'['@$013457'.indexOf(sign)] ?? sign);

/** Whether a password is a leaked one: alone, with digits and signs around it, in disguise, or two of the first ones together. */
function isLeaked(plain: string, { all, first }: LeakedPasswords): boolean {
  const bare = lettersAndDigits(plain);
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const forms = [plain, bare, core, lettersAndDigits(core), lettersAndDigits(unmasked(core))];
  if (forms.some((form) => form.length >= 4 && (all.has(form) || OWN.has(form)))) return true;
  return forms.some((form) => {
    for (let cut = 4; cut <= form.length - 4; cut += 1) if (first.has(form.slice(0, cut)) && first.has(form.slice(cut))) return true;
    return false;
  });
}

/** Whether a password of good length is one that is tried first: a known one, a pattern, or the person's own name. */
export function isWeakPassword(
  password: string,
  person: { login: string; email: string; first_name: string; last_name: string },
  leaked: LeakedPasswords,
): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const bare = lettersAndDigits(plain);
  if (new Set(bare).size < 4 || /^(.{1,8})\1+$/u.test(bare) || isLeaked(plain, leaked)) return true;
  const names = [person.login, person.email, person.email.split('@')[0], person.first_name, person.last_name]
    .map((name) => name.normalize('NFKC').toLowerCase())
    .filter((name) => name.length >= 4);
  // What is left without the name must still be something to guess.
  const rest = (name: string) => lettersAndDigits(plain.replaceAll(name, ''));
  return names.some((name) => plain.includes(name) && (rest(name).length < 8 || /^\d+$/.test(rest(name))));
}
