import { otherMethods } from '#lib/http/responses/other-methods.ts'
import { publishedSchema } from '#lib/skillset/document/skillset-schema.ts'

export function GET(): Response {
  return new Response(`${JSON.stringify(publishedSchema(), null, 2)}\n`, {
    headers: {
      'content-type': 'application/schema+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    },
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
