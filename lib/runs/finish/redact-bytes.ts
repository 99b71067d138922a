import { redactText, type Secret } from '../../redaction/redact.ts'

/** Returns the same bytes if they contain no secrets. Does not look into compressed data. */
export function redactBytes(bytes: Buffer, secrets: readonly Secret[]): Buffer {
  // latin1 maps each byte to one character, so binary data survives; secrets are then searched by their bytes.
  const text = bytes.toString('latin1')
  const redacted = redactText(text, secrets)
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1')
}
