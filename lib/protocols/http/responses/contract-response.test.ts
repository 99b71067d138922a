import { describe, expect, test } from 'vitest'
import { contractResponse } from './contract-response.ts'

const found = {
  version: '1.2.0',
  isPrivate: false,
  contract: { title: 'A' },
  contractHash: 'c0ffee',
  permissionsHash: 'bead',
}
const answer = (asked?: string, known: string | null = null) => contractResponse(found, { asked, known })

describe('the response to a request for a contract', () => {
  test('is the document, with its hash as the tag', async () => {
    const response = answer()

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/schema+json')
    expect(response.headers.get('etag')).toBe('W/"c0ffee"')
    expect(await response.json()).toEqual({ title: 'A' })
  })

  test('can be cached for long only if the version was named', () => {
    expect(answer('1.2.0').headers.get('cache-control')).toContain('86400')
    expect(answer('^1.0').headers.get('cache-control')).toContain('max-age=60')
    expect(answer().headers.get('cache-control')).toContain('max-age=60')
  })

  test('is never cached by intermediaries if it is private', () => {
    const response = contractResponse({ ...found, isPrivate: true }, { asked: '1.2.0', known: null })

    expect(response.headers.get('cache-control')).toBe('private, no-cache')
  })

  test.each(['W/"c0ffee"', '"c0ffee"', '"x", W/"c0ffee"', '*'])(
    'is empty for a client that has it: %s',
    async (known) => {
      const response = answer(undefined, known)

      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe('W/"c0ffee"')
      expect(await response.text()).toBe('')
    },
  )

  test.each(['"x"', 'c0ffee', ''])('is complete for a client that has another: %s', (known) => {
    expect(answer(undefined, known).status).toBe(200)
  })
})
