import { redirect } from 'next/navigation'
import { paths } from '#lib/kernel/site/paths.ts'
import { unsubscribe } from '#lib/notices/notice-preferences.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextOfCaller } from '#lib/protocols/session/context/context-of-visitor.ts'

type Props = { params: Promise<{ token: string }> }

/** Unsubscribes with one click (RFC 8058). Mail programs send no cookies, so the token alone must do. */
export const POST = httpRoute<{ token: string }>(async (request, { token }) => {
  const ctx = await contextOfCaller(request)
  return { unsubscribed: await unsubscribe(ctx, token) }
})

/** Leads a browser that follows the link to the page. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  await contextOfCaller(request)
  return redirect(paths.unsubscribe((await params).token))
}

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET', 'POST'])
