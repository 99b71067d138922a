import { expect, test } from 'vitest'
import { nameSecrets } from '../../contracts/texts/find-secrets.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { RecordedBody, RecordedExchange } from '../../sandbox/sandbox.ts'
import { joinRecordingTexts, listUnreadable } from './recording-texts.ts'

const VALUE = 'q8ZrT5vN2mXw7LkP4cJd'
const GRANT = JSON.stringify({ access_token: VALUE })

function answer(body: RecordedBody, headers: Record<string, string> = {}): RecordedExchange {
  return {
    ...{ method: 'GET', url: 'https://api.acme.io/grant', headers: {}, bodyDigest: '', bodyBytes: 0 },
    reply: { kind: 'response', status: 200, headers, body },
  }
}

const base64 = (text: string, encoding: BufferEncoding) => ({
  base64: Buffer.from(text, encoding).toString('base64'),
})

test.each<[string, RecordedExchange[], Json[]]>([
  ['a JSON body', [answer({ text: GRANT })], []],
  ['a JSON body with line breaks', [answer({ text: `{\n  "client_secret": "${VALUE}"\n}` })], []],
  ['JSON in a string of a JSON body', [answer({ text: JSON.stringify({ data: GRANT }) })], []],
  ['a line of a text body', [answer({ text: `# Settings\nAPI_KEY=${VALUE}\n` })], []],
  ['a header', [answer({ text: 'ok' }, { 'x-api-key': VALUE })], []],
  ['JSON in a string of the output', [], [{ text: GRANT }]],
  ['a body in Latin-1', [answer(base64(`{"name":"Zoë","access_token":"${VALUE}"}`, 'latin1'))], []],
  ['a body in UTF-16', [answer(base64(GRANT, 'utf16le'))], []],
])('a secret without a known form is found in %s', (_, exchanges, others) => {
  expect(nameSecrets([joinRecordingTexts(exchanges, others)])[0]).toEqual([
    `a secret (${VALUE.slice(0, 3)}…, 20 characters)`,
  ])
})

test('tokens of pages are no secrets', () => {
  const body = { nextPageToken: VALUE, next_token: VALUE, sync_token: VALUE, continuationToken: VALUE }
  expect(nameSecrets([joinRecordingTexts([answer({ text: JSON.stringify(body) })], [])])).toEqual([[]])
})

test('a deeply nested value is read to its end', () => {
  const text = `${'['.repeat(5_000)}${JSON.stringify(GRANT)}${']'.repeat(5_000)}`
  expect(nameSecrets([joinRecordingTexts([answer({ text })], [])])[0]).toHaveLength(1)
})

test('text that is not UTF-8 is unreadable, and images are not meant to be read', () => {
  const text = answer(base64('Zoë', 'latin1'), { 'content-type': 'text/csv; charset=iso-8859-1' })
  const image = answer(base64('Zoë', 'latin1'), { 'content-type': 'image/png' })
  expect(listUnreadable([image, text, text])).toEqual(['https://api.acme.io/grant'])
  expect(listUnreadable([image, answer({ text: 'Zoë' }, { 'content-type': 'text/plain' })])).toEqual([])
})
