/** Types of what Python finds as `runtime`, for editors elsewhere. */
import { runtimeTypes } from '#lib/contract/definition/handler-types.ts'

export function GET(): Response {
  return new Response(runtimeTypes(), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="runtime.pyi"',
      'cache-control': 'public, max-age=300',
    },
  })
}
