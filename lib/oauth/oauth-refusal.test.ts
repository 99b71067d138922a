import { expect, test } from 'vitest'
import { OAuthRefusal } from './oauth-refusal.ts'

test('a description has the characters that RFC 6749 allows it, and no others', () => {
  const { error_description } = new OAuthRefusal('invalid_request', '“id” is "no\\ \n text: ä').toJson()

  expect(error_description).toBe("'id' is 'no? ? text: ?")
})
