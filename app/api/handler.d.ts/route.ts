import { handlerTypes } from '#lib/contracts/handler/handler-types.ts'
import { otherMethods } from '#lib/protocols/http/responses/other-methods.ts'

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
