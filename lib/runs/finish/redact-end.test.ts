import { describe, expect, test } from 'vitest'
import type { RunEnd } from '../rows/runs.ts'
import { redactEnd, redactLargeEnd } from './end-run.ts'

/** Returns an end with `text` in every field that a skill's code can fill. */
const endWith = (text: string): Required<RunEnd> => {
  const issue = {
    path: `/output/${text}`,
    message: `must not be “${text}”`,
    keyword: 'keyword',
    params: { additionalProperty: text },
  }
  return {
    state: 'succeeded',
    outputDigest: 'digest of the output',
    output: { output: text, [text]: [1234567, { message: text }] },
    error: {
      code: 'SKILL_ERROR',
      type: text,
      message: text,
      recoverable: true,
      suggested_action: text,
      details: [issue],
      href: '/settings/config/x',
      retry_after: 1234567,
      reference: 'reference',
    },
    errorDetail: { issues: [issue], stack: `Error: ${text}` },
    warnings: [issue],
    logs: [{ level: 'warn', text: text, atMs: 1234567 }],
    progress: 0.1234567,
    progressNote: text,
    sentSecrets: ['api_key api.example.com'],
    requests: [{ method: text, host: text, refused: text, status: 200, sentBytes: 1234567, bytes: 0, ms: 1 }],
    durationMs: 1234567,
    cpuMs: 1234567,
    outputBlobs: ['blob:1234567'],
    effects: { created: ['a.md'] },
    chargedMicros: 1234567n,
    capturedMicros: 1234567n,
    items: 3,
  }
}

describe('of a run’s end', () => {
  test('all messages of a run’s code are redacted in its end', () => {
    const redacted = redactEnd(endWith('s3cret-value'), [{ key: 'k', value: 's3cret-value' }])

    expect(redacted).toEqual(endWith('[redacted: k]'))
  })

  test('a large output is redacted in a thread, like a small one', async () => {
    const secrets = [{ key: 'k', value: 's3cret-value' }]
    const end: RunEnd = { state: 'succeeded', output: { list: Array(50_000).fill('has s3cret-value') } }

    expect(await redactLargeEnd(end, secrets, 'an organisation')).toEqual(redactEnd(end, secrets))
  })

  // biome-ignore format: table
  test.each([
    'succeeded', 'output', 'errorDetail', 'SKILL_ERROR', 'message', 'recoverable', 'suggested_action', 'details',
    'keyword', 'params', 'additionalProperty', 'warnings', 'requests', 'method', 'refused', '1234567', 'durationMs', 'reference',
  ])('our own words in the end of a run stay when a secret happens to be “%s”', (value) => {
    const { output, ...ours } = endWith('what the code said')
    const { output: redacted, ...rest } = redactEnd({ output, ...ours }, [{ key: 'k', value }])

    // Paths contain field names of the output, so they may be redacted.
    const path = value === 'output' ? '/[redacted: k]/what the code said' : '/output/what the code said'
    expect(JSON.parse(JSON.stringify(rest, asText))).toEqual(
      JSON.parse(JSON.stringify(ours, asText).replaceAll('/output/what the code said', path)),
    )
    expect(JSON.stringify(redacted)).not.toContain(value)
  })

  test('redaction adds no absent values to the end of a run', () => {
    expect(redactEnd({ state: 'cancelled' }, [{ key: 'k', value: 'secret' }])).toEqual({ state: 'cancelled' })
  })
})

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
