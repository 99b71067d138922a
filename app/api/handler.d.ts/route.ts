/** Types of what a handler finds around it, for editors elsewhere. */
import { handlerTypes } from '#lib/contract/definition/handler-types.ts'

export function GET(): Response {
  return new Response(handlerTypes(), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="handler.d.ts"',
      'cache-control': 'public, max-age=300',
    },
  })
}
