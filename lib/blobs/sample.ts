/**
 * A sample of a blob: so many bytes from one end, as text where it is text. Floor 3, pure.
 *
 * Cut on bytes, but never inside a character: a sample of text is a little shorter rather than broken.
 * Source: specification "Skills protocol", read_blob; RFC 3629 §3.
 */

const SAMPLE_MODES = ['sample_head', 'sample_tail', 'full'] as const
export type SampleMode = (typeof SAMPLE_MODES)[number]

/** From where to where a sample reaches. */
export function sampleRange(
  sizeBytes: number,
  { mode, maxBytes }: { mode: SampleMode; maxBytes: number },
): { start: number; end: number } {
  const taken = Math.min(sizeBytes, maxBytes)
  return mode === 'sample_tail' ? { start: sizeBytes - taken, end: sizeBytes } : { start: 0, end: taken }
}

export type SampleText = { content: string; encoding: 'utf-8' | 'base64' }

/**
 * The bytes of a range as text; as base64 when they are no text, whatever their kind said. `isCutBefore` and
 * `isCutAfter` tell where more follows: there a broken character is left out.
 */
export function sampleText(
  bytes: Uint8Array,
  { isText, isCutBefore, isCutAfter }: { isText: boolean; isCutBefore: boolean; isCutAfter: boolean },
): SampleText {
  const whole = bytes.subarray(
    isCutBefore ? firstCharacter(bytes) : 0,
    isCutAfter ? lastCharacter(bytes) : bytes.length,
  )
  const text = isText ? decode(whole) : null
  return text === null
    ? { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
    : { content: text, encoding: 'utf-8' }
}

function decode(bytes: Uint8Array): string | null {
  try {
    // A byte order mark belongs to the content.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** No character has more than three bytes after its first. */
const MOST_AFTER = 3
const isAfter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

function firstCharacter(bytes: Uint8Array): number {
  let at = 0
  while (at < MOST_AFTER && isAfter(bytes[at])) at += 1
  return at
}

/** Where the last character that is whole ends. */
function lastCharacter(bytes: Uint8Array): number {
  let at = bytes.length - 1
  while (at > 0 && bytes.length - at <= MOST_AFTER && isAfter(bytes[at])) at -= 1
  const lead = bytes[at]
  if (lead === undefined) return 0
  const length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return at + length > bytes.length ? at : bytes.length
}
