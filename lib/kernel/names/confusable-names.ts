/**
 * Finds names that people would confuse with the site or a verified publisher, by equal skeletons (Unicode Technical
 * Standard #39 §4, without separators and with digits as similar letters).
 */

const RESERVED_NAMES = [
  'admin administrator moderator operator owner root staff system superuser sysadmin webmaster',
  'support security help helpdesk billing payments team abuse postmaster',
].flatMap((line) => line.split(' '))

const RESERVED_WORDS = ['guildhall', 'official', 'verified', 'certified']

/** Characters that look like a badge of the site beside a name. */
const BADGES = new RegExp(
  `[${[
    '\u221a\u237b\u23b7\u2611\u2705\u2713\u2714\uaa9c\u{10102}\u{1f44c}\u{1f44d}\u{1f197}\u{1f5f8}\u{1f5f9}',
    '\u2605\u2606\u2726\u2727\u2729-\u2730\u2b50-\u2b52\u{1f31f}',
    '\u{1f396}\u{1f397}\u{1f3c5}\u{1f3c6}\u{1f3f5}\u{1f947}',
    '\u{1f530}\u{1f537}\u{1f539}\u{1f4a0}\u{1f535}\u{1f6e1}',
    // A circled V.
    '\u24cb\u24e5\u{1f165}',
  ].join('')}]`,
  'u',
)

const DIGITS: Record<string, string> = {
  0: 'o',
  1: 'l',
  i: 'l',
  '|': 'l',
  '!': 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
}

/** Letters with a stroke, which Unicode does not decompose into a letter and a mark. */
const STROKED: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ƀ: 'b' }

/** Why a name misleads. `verified`: it looks like that of a verified publisher. */
export type Confusion = 'badge' | 'reserved' | 'verified'

/** Returns why people could confuse the name; undefined for a distinct one. `verified` lists names of verified publishers. */
export function findConfusion(name: string, verified: readonly string[] = []): Confusion | undefined {
  if (BADGES.test(name)) return 'badge'
  // Reads symbols as letters (Ⓖ is G), then omits them (a ™ adds nothing).
  return compareSkeletons(name, verified) ?? compareSkeletons(name.replace(/\p{So}/gu, ''), verified)
}

function compareSkeletons(name: string, verified: readonly string[]): Confusion | undefined {
  const skeleton = toSkeleton(name)
  if (RESERVED_SKELETONS.has(skeleton) || skeleton.includes(GUILDHALL)) return 'reserved'
  if (splitWords(name).some((word) => RESERVED_WORD_SKELETONS.has(word))) return 'reserved'
  return skeleton !== '' && verified.some((each) => toSkeleton(each) === skeleton) ? 'verified' : undefined
}

/** Returns a text that is equal for names that look alike. Only for comparing: people never see it. */
export function toSkeleton(name: string): string {
  return splitWords(name).join('')
}

function splitWords(name: string): string[] {
  // "OfficialTools" is two words.
  const spaced = name.replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
  const words = fold(spaced)
    // These look like one letter.
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  // "O f f i c i a l" is one word.
  return words.length > 1 && words.every((word) => word.length === 1) ? [words.join('')] : words
}

function fold(name: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  return Array.from(plain, (each) => {
    const ascii = STROKED[each] ?? CONFUSABLES.get(each) ?? each
    return DIGITS[ascii] ?? ascii
  }).join('')
}

/**
 * Look-alikes of confusables.txt of Unicode Technical Standard #39, as far as they remain after compatibility
 * normalisation and lower-casing, with 0 as o, and 1 and i as l.
 */
const LOOK_ALIKES: Record<string, string> = {
  '2': '1a8 3e9 14bf a645 a6ef a75b',
  '3': '21d 25c 292 437 4e1 2ccd a76b 118ca 16f3b 1d206',
  '4': 'ab9e 118cf',
  '5': '118db',
  '6': '431 2cd3 abbe',
  '7': '104fa 1d212',
  '8': '223 9ea a6a 1031a',
  '9': '9ed a67 b68 d6d 2ccb a76f 118cc 118d6',
  a: '251 3b1 430 15c5 237a a4ee ab7a 102a0 16f40',
  b: '185 3b2 432 44c 13fc 1472 15af 15f7 a4d0 a7b5 ab9f 10282 102a1 10301',
  c: '3c2 441 1d04 2ca5 a4da abaf 102a2 10302 1043d 1051c 118e9 118f2 1f74c',
  d: '501 146f 15de 15ea a4d2 a4d3 ab70 abb7',
  e: '3b5 435 4bd 212e 22ff 2d39 a4f0 ab32 ab7c 10286 118c6 118ce',
  f: '3dd 584 15b4 1e9d a4dd a799 ab35 10287 102a5 10525 118c2 1d213',
  g: '18d 261 50d 581 13fb 1d83 a4d6 ab90',
  h: '3b7 43d 4bb 570 157c 2c8f a4e7 ab8b ab92 102cf',
  j: '29d 3f3 458 148d a4d9 ab7b',
  k: '3ba 43a 16d5 2c95 a4d7 abb6 10518',
  l: '131 1c0 269 26a 3b9 456 4cf 6f1 14aa 16c1 2223 2373 23fd 2502 2c93 2cd1 2d4f a4e1 a4f2 a647 ab75 abae 1028a 10309 10320 10443 10526 118c3 118d2 16f16 16f28 1d22a',
  m: '3bc 3fb 43c 15f0 16d6 2c99 a4df ab87 102b0 10311',
  n: '578 57c 2c9b a4e0 10513',
  o: '3bf 3c3 43e 585 6f5 966 9e6 a66 ae6 b20 b66 be6 c66 ce6 d20 d66 e50 ed0 101d 1040 10ff 12d0 1d0f 1d11 2c9f 2d54 3007 a4f3 ab3d 10292 102ab 1042c 104ea 10516 114d0 118c8 118d5 118d7 118e0',
  p: '3c1 440 146d 2374 2ca3 a4d1 abb2 10295',
  q: '51b 563 566 2d55',
  r: '280 433 1587 1d26 2c85 a4e3 ab47 ab48 ab71 ab81 aba2 104dc 16f35 1d216',
  s: '1bd 455 57f a4e2 a731 aba5 abaa 10296 10448 118c1 16f3a',
  t: '3c4 442 22a4 27d9 2ca7 a4d4 ab72 10297 102b1 10315 16f0a 1f768',
  u: '28b 57d 1200 144c 1d1c 222a 22c3 a4f4 a79f ab4e ab52 104f6 118d8 16f42',
  v: '3bd 475 6f7 142f 1d20 2228 22c1 2d38 a4e6 a6df aba9 1051d 11706 118c0 16f08 1d20d',
  w: '26f 461 51d 561 1d21 a4ea ab83 aba4 1170a 1170e 1170f 118e6 118ef',
  x: 'd7 3c7 445 1541 157d 166d 166e 16b7 2573 292b 292c 2a2f 2cad 2d5d a4eb ab53 10290 102b4 10317 10322 10527 118ec',
  y: '263 28f 3b3 3c5 443 4af 10e7 1d8c 1eff 2ca9 a4ec ab5a ab79 ab8d 102b2 118dc 16f43',
  z: '3b6 1d22 a4dc ab93 102f5 118c4 118c9 118e5',
}

const CONFUSABLES: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([ascii, points]) =>
    points.split(' ').map((point) => [String.fromCodePoint(Number.parseInt(point, 16)), ascii] as const),
  ),
)

const RESERVED_SKELETONS = new Set(RESERVED_NAMES.map(toSkeleton))
const RESERVED_WORD_SKELETONS = new Set(RESERVED_WORDS.map(toSkeleton))
const GUILDHALL = toSkeleton('guildhall')
