import { expect, test } from 'vitest'
import { GET, POST } from '#app/api/[[...path]]/route.ts'

test.each(['/api', '/api/nothing', '/api/oauth/nothing/here'])(
  'at %s, where no door is, the answer is an error of the table',
  async (path) => {
    for (const answer of [GET, POST]) {
      const response = await answer(new Request(`http://localhost${path}`, { method: 'POST' }))
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: expect.objectContaining({ code: 'NOT_FOUND', message: `There is nothing at ${path}.` }) },
      ])
    }
  },
)
