// GET /api/skills/{name}/contract.json, as a program of another site meets it.
import { describe, expect, test } from 'vitest'
import { GET, OPTIONS } from '#app/api/skills/[name]/contract.json/route.ts'
import { makePublishedVersion, makeSkillSetDocument, type TestVersion } from '../testing/factories.ts'

const nameOf = ({ skillSet }: TestVersion) => `${skillSet.publisher.handle}.${skillSet.slug}.greet`

function get(name: string, { version, known }: { version?: string; known?: string } = {}) {
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`
  const headers = known === undefined ? undefined : { 'if-none-match': known }
  const request = new Request(`http://localhost/api/skills/${name}/contract.json${query}`, { headers })
  return GET(request, { params: Promise.resolve({ name }) })
}

describe('the contract over HTTP', () => {
  test('is the document of the version asked for, readable by pages of any site', async () => {
    const name = nameOf(await makePublishedVersion())

    const response = await get(name, { version: '>=1 <2' })

    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('etag')
    expect(await response.json()).toMatchObject({ version: '1.0.0', input: { $ref: '#/definitions/Input' } })
  })

  test('is not sent again to who has it', async () => {
    const name = nameOf(await makePublishedVersion())
    const known = (await get(name)).headers.get('etag') ?? ''

    const again = await get(name, { known })

    expect(known).toMatch(/"[0-9a-f]{64}"/)
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('of a private skill is not there, in the words of the error table', async () => {
    const name = nameOf(
      await makePublishedVersion({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) }),
    )

    const response = await get(name)

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND', recoverable: true } })
    expect(response.headers.get('etag')).toBeNull()
  })

  test.each(['no.such.skill', 'a', '..', 'a.b.c\u0000'])('under the name %j is not there', async (name) => {
    expect((await get(name)).status).toBe(404)
  })

  test('tells a browser that it may be asked', () => {
    expect(OPTIONS().headers.get('access-control-allow-methods')).toBe('GET')
  })
})
