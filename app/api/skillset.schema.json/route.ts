import { publishedSchema } from '#lib/contracts/document/skillset-schema.ts'
import { otherMethods } from '#lib/protocols/http/responses/other-methods.ts'

export function GET(): Response {
  return new Response(`${JSON.stringify(publishedSchema(), null, 2)}\n`, {
    headers: {
      'content-type': 'application/schema+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    },
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
