/** Encodings that schedule files come in. */
export const CODE_PAGES = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'ibm866',
] as const;
export type CodePage = (typeof CODE_PAGES)[number];
export type SingleByteCodePage = Exclude<CodePage, 'utf-8' | 'utf-16le' | 'utf-16be'>;

/** Characters of the bytes 0x80…0xFF. A byte that the page leaves undefined stands as the private character U+F700 + byte, so that it survives. */
const UPPER_HALVES: Record<SingleByteCodePage, string> = {
  'windows-1250':
    '€\uf781‚\uf783„…†‡\uf788‰Š‹ŚŤŽŹ\uf790‘’“”•–—\uf798™š›śťžź\u00a0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00ad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
  'windows-1251':
    'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\uf798™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя',
  'windows-1252':
    '€\uf781‚ƒ„…†‡ˆ‰Š‹Œ\uf78dŽ\uf78f\uf790‘’“”•–—˜™š›œ\uf79džŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  'windows-1253':
    '€\uf781‚ƒ„…†‡\uf788‰\uf78a‹\uf78c\uf78d\uf78e\uf78f\uf790‘’“”•–—\uf798™\uf79a›\uf79c\uf79d\uf79e\uf79f\u00a0΅Ά£¤¥¦§¨©\uf7aa«¬\u00ad®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\uf7d2ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\uf7ff',
  'windows-1254':
    '€\uf781‚ƒ„…†‡ˆ‰Š‹Œ\uf78d\uf78e\uf78f\uf790‘’“”•–—˜™š›œ\uf79d\uf79eŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ',
  'windows-1255':
    '€\uf781‚ƒ„…†‡ˆ‰\uf78a‹\uf78c\uf78d\uf78e\uf78f\uf790‘’“”•–—˜™\uf79a›\uf79c\uf79d\uf79e\uf79f\u00a0¡¢£₪¥¦§¨©×«¬\u00ad®¯°±²³´µ¶·¸¹÷»¼½¾¿\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8\u05b9\uf7ca\u05bb\u05bc\u05bd\u05be\u05bf\u05c0\u05c1\u05c2\u05c3\u05f0\u05f1\u05f2\u05f3\u05f4\uf7d9\uf7da\uf7db\uf7dc\uf7dd\uf7de\uf7df\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9\u05da\u05db\u05dc\u05dd\u05de\u05df\u05e0\u05e1\u05e2\u05e3\u05e4\u05e5\u05e6\u05e7\u05e8\u05e9\u05ea\uf7fb\uf7fc\u200e\u200f\uf7ff',
  'windows-1256':
    '€\u067e‚ƒ„…†‡ˆ‰\u0679‹Œ\u0686\u0698\u0688\u06af‘’“”•–—\u06a9™\u0691›œ\u200c\u200d\u06ba\u00a0\u060c¢£¤¥¦§¨©\u06be«¬\u00ad®¯°±²³´µ¶·¸¹\u061b»¼½¾\u061f\u06c1\u0621\u0622\u0623\u0624\u0625\u0626\u0627\u0628\u0629\u062a\u062b\u062c\u062d\u062e\u062f\u0630\u0631\u0632\u0633\u0634\u0635\u0636×\u0637\u0638\u0639\u063a\u0640\u0641\u0642\u0643à\u0644â\u0645\u0646\u0647\u0648çèéêë\u0649\u064aîï\u064b\u064c\u064d\u064eô\u064f\u0650÷\u0651ù\u0652ûü\u200e\u200f\u06d2',
  'windows-1257':
    '€\uf781‚\uf783„…†‡\uf788‰\uf78a‹\uf78c¨ˇ¸\uf790‘’“”•–—\uf798™\uf79a›\uf79c¯˛\uf79f\u00a0\uf7a1¢£¤\uf7a5¦§Ø©Ŗ«¬\u00ad®Æ°±²³´µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙',
  ibm866:
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u00a0',
};
const HIGH_BYTES = /[\x80-\xff]+/g;

/** True for code pages in which one byte is one character. */
export function isSingleByte(page: CodePage): page is SingleByteCodePage {
  return page in UPPER_HALVES;
}

/** Character of a byte 0x80…0xFF in a single-byte page. */
export function characterOf(page: SingleByteCodePage, byte: number): string {
  return UPPER_HALVES[page][byte - 0x80];
}

/** Turns a byte string (one character a byte) into text. UTF-16 files are carried as UTF-8 byte strings. */
export function decoderOf(page: CodePage): (bytes: string) => string {
  if (!isSingleByte(page)) return (bytes) => Buffer.from(bytes, 'latin1').toString('utf8');
  const upper = UPPER_HALVES[page];
  const decodeRun = (run: string): string => {
    let text = '';
    for (let i = 0; i < run.length; i++) text += upper[run.charCodeAt(i) - 0x80];
    return text;
  };
  return (bytes) => bytes.replace(HIGH_BYTES, decodeRun);
}

/** Encodes text; `lost` receives every character that the page cannot hold, which becomes a question mark. */
export function encoderOf(page: CodePage, lost: (character: string) => void): (text: string) => Buffer {
  if (page === 'utf-8') return (text) => Buffer.from(text, 'utf8');
  if (page === 'utf-16le') return (text) => Buffer.from(text, 'utf16le');
  if (page === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16();
  const upper = UPPER_HALVES[page];
  const bytes = new Map<number, number>();
  for (let i = 0; i < upper.length; i++) bytes.set(upper.charCodeAt(i), i + 0x80);
  return (text) => {
    const target = Buffer.alloc(text.length);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const byte = unit < 0x80 ? unit : bytes.get(unit);
      if (byte === undefined) lost(text[i]);
      target[i] = byte ?? 0x3f;
    }
    return target;
  };
}
