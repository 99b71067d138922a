/**
 * Samples of blobs. Ranges count bytes, so a cut can be inside of a character of UTF-8 (RFC 3629 §3); the parts of such a
 * character are left out.
 */

const SAMPLE_MODES = ['sample_head', 'sample_tail', 'full'] as const
export type SampleMode = (typeof SAMPLE_MODES)[number]

export function sampleRange(
  sizeBytes: number,
  { mode, maxBytes }: { mode: SampleMode; maxBytes: number },
): { start: number; end: number } {
  const length = Math.min(sizeBytes, maxBytes)
  return mode === 'sample_tail' ? { start: sizeBytes - length, end: sizeBytes } : { start: 0, end: length }
}

export type SampleText = { content: string; encoding: 'utf-8' | 'base64' }

/** Returns base64 for content that is not text, also for text that is not valid UTF-8. */
export function sampleText(
  bytes: Uint8Array,
  { isText, isCutBefore, isCutAfter }: { isText: boolean; isCutBefore: boolean; isCutAfter: boolean },
): SampleText {
  const whole = bytes.subarray(
    isCutBefore ? firstCharacterStart(bytes) : 0,
    isCutAfter ? lastCharacterEnd(bytes) : bytes.length,
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

const MAX_CONTINUATION_BYTES = 3
const isContinuationByte = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

function firstCharacterStart(bytes: Uint8Array): number {
  let at = 0
  while (at < MAX_CONTINUATION_BYTES && isContinuationByte(bytes[at])) at += 1
  return at
}

function lastCharacterEnd(bytes: Uint8Array): number {
  let at = bytes.length - 1
  while (at > 0 && bytes.length - at <= MAX_CONTINUATION_BYTES && isContinuationByte(bytes[at])) at -= 1
  const lead = bytes[at]
  if (lead === undefined) return 0
  const length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return at + length > bytes.length ? at : bytes.length
}
