import NextAuth from 'next-auth'
import { authOptions } from '#lib/session/auth-options.ts'

type Params = { params: Promise<{ nextauth: string[] }> }

/** next-auth's own routes: GitHub, and programs that sign in as next-auth's client does. */
function handle(request: Request, context: Params): Promise<Response> {
  return NextAuth(request as never, context as never, authOptions())
}

export { handle as GET, handle as POST }
