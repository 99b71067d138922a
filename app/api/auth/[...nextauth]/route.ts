import NextAuth from 'next-auth'
import { readAuthRequest } from '#lib/protocols/http/requests/auth-request.ts'
import { httpResponse, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfCaller } from '#lib/protocols/session/context/context-of-visitor.ts'
import { authOptions } from '#lib/protocols/session/next-auth/auth-options.ts'

type Params = { params: Promise<{ nextauth: string[] }> }

function handle(request: Request, context: Params): Promise<Response> {
  return httpResponse(async () => {
    await contextOfCaller(request)
    return NextAuth((await readAuthRequest(request)) as never, context as never, authOptions())
  })
}

export { handle as GET, handle as POST }

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET', 'POST'])
