/**
 * Characters that a person does not see, or that change the order in which text is shown. They can carry instructions
 * past a reviewer to a model ("tag characters" spell ASCII invisibly) or make code read differently from how it runs
 * (CVE-2021-42574, "Trojan Source"). Names use the Unicode Standard's terms.
 */

/**
 * Also blank, but not Default_Ignorable_Code_Point: line and paragraph separators, which end a comment in JavaScript,
 * the blank Braille pattern, interlinear annotations, the place of an object, a blank musical symbol, the controls of
 * hieroglyphs and noncharacters. Allows line breaks and tabs.
 */
const HIDDEN =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\ufff9-\ufffc\u{1d159}\u{13430}-\u{13455}]--[\t\n\r]]/gv

/**
 * Hidden characters with a visible effect: the style of an emoji (also of a keycap), joiners within emoji, the three
 * flags that tags spell, and joiners between letters of scripts that need them, such as Persian and Hindi.
 */
const INNOCENT = new RegExp(
  [
    String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
    String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
    String.raw`(?<=[\p{L}--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]]\p{M}*)[\u200c\u200d](?=\p{L})`,
  ].join('|'),
  'gv',
)

/**
 * For editors, which know only some of these characters: CodeMirror adds the flags `gu`, with which a class has no
 * subtraction. The styles and joiners of emoji are left as they are.
 */
export const BLANK_CHARACTERS =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|\u2028|\u2029|\u2800|\ufffc|\u{1d159}|(?<=\p{Script=Latin}|[\s\d])(?:\u200c|\u200d)|(?<!\p{Extended_Pictographic}|[0-9#*])(?:\ufe0e|\ufe0f)/u

/** `line` is that of the first one, from 1; `names` are distinct, such as "U+202E", in order of appearance. */
export type HiddenCharacters = { count: number; line: number; names: string[] }

/** Returns undefined if every character is visible. */
export function hiddenCharacters(text: string): HiddenCharacters | undefined {
  // Most texts have none; this search is much faster than the replacement.
  if (text.search(HIDDEN) === -1) return undefined
  // Editors on Windows begin files with a byte order mark.
  const visible = text.replace(/^\ufeff/, '').replace(INNOCENT, '')
  const found = [...visible.matchAll(HIDDEN)]
  const [first] = found
  if (!first) return undefined
  return {
    count: found.length,
    line: visible.slice(0, first.index).split('\n').length,
    names: [...new Set(found.map(([char]) => codePointName(char)))],
  }
}

/** Replaces hidden characters with their names, for messages: "a[U+202E]md.exe". */
export function revealHidden(text: string): string {
  return text.replace(HIDDEN, (char) => `[${codePointName(char)}]`)
}

function codePointName(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Letters of Cyrillic, Greek and Armenian that look like Latin ones. */
const LOOKALIKE = [
  '\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0475\u0410',
  '\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u050c\u051a',
  '\u051c\u03bf\u03b9\u03bd\u03c1\u03c5\u03c7\u03ba\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c',
  '\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0561\u0578\u057d\u0581\u0585\u0570\u04cf\u04c0',
].join('')

const WORD = /[\p{L}\p{M}\p{N}_$]+/gu
const LATIN = /\p{Script=Latin}/u
/** Greek letters such as π and Δ are usual in formulas; their lookalikes of Latin letters are not. */
const FOREIGN = new RegExp(
  `[${LOOKALIKE}]|[\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Cherokee}\\p{Script=Coptic}\\p{Script=Lisu}\\p{Script=Deseret}]`,
  'u',
)

/** Returns the words that mix Latin letters with lookalikes of another script, such as "pаypal" with a Cyrillic а. */
export function mixedScriptWords(text: string): string[] {
  if (!FOREIGN.test(text)) return []
  const words = text.match(WORD) ?? []
  return [...new Set(words.filter((word) => LATIN.test(word) && FOREIGN.test(word)))]
}

const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu

/** Returns mixed words, and words of a name that only seem to be Latin, such as "СНАТ" where no other word is Cyrillic. */
export function misleadingWords(name: string): string[] {
  if (!FOREIGN.test(name)) return []
  const isOtherwiseLatin = name.match(CYRILLIC_OR_GREEK)?.every((letter) => LOOKALIKE.includes(letter))
  const words = isOtherwiseLatin ? (name.match(WORD) ?? []) : []
  const whole = words.filter((word) => word.length > 1 && ONLY_LOOKALIKES.test(word))
  return [...new Set([...mixedScriptWords(name), ...whole])]
}

/**
 * Letters that look like those of ASCII and are Latin themselves: full-width and mathematical ones, Roman numerals, the
 * dotless i, and letters of phonetic alphabets. Python even reads 𝐞𝐯𝐚𝐥 as eval.
 */
const STYLED =
  /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d6a5}\u2160-\u217f\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2128\u212c-\u2134\u2139\u1d00-\u1d22\u0131\u0251\u0261\u0262\u026a\u0274\u0280\u028f\u0299\u029c\u029f]/u

/** Words of Turkish and Azerbaijani mix it with the letters of ASCII. */
const TURKISH = '\u0131'

const ONLY_LOOKALIKES = new RegExp(`^[_\\d]*[${LOOKALIKE}][${LOOKALIKE}_\\d]*$`, 'u')
const BEFORE_NAME = /(?:\b(?:const|let|var|function|class|def|import|as|await|return|for|in)\s{1,8}|\.)$/
const AFTER_NAME = /^\s{0,8}(?:[(.[]|=(?!=))/
const CONTEXT_CHARS = 20

/** Returns the identifiers of code that are not what they look like: mixed, styled, or lookalikes as a whole. */
export function misleadingIdentifiers(code: string): string[] {
  if (!FOREIGN.test(code) && !STYLED.test(code)) return []
  const whole = [...code.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (!ONLY_LOOKALIKES.test(word) && !STYLED.test(word)) return []
    if (/[A-Za-z]/.test(word) && STYLED.test(word.replaceAll(TURKISH, ''))) return [word]
    const before = code.slice(Math.max(0, index - CONTEXT_CHARS), index)
    const after = code.slice(index + word.length, index + word.length + CONTEXT_CHARS)
    return BEFORE_NAME.test(before) || AFTER_NAME.test(after) ? [word] : []
  })
  return [...new Set([...mixedScriptWords(code), ...whole])]
}
