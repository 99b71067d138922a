import { otherMethods } from '#lib/http/responses/other-methods.ts'
import { handlerTypes } from '#lib/skillset/handler/handler-types.ts'

export function GET(): Response {
  return new Response(handlerTypes(), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="handler.d.ts"',
      'cache-control': 'public, max-age=300',
    },
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
