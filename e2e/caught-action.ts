/** The call that a button makes, caught on its way, to be sent again by somebody else. */
import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test'

export type CaughtAction = { url: string; action: string; type: string; body: string }

/** Does `act` and returns the server action that the page called for it. The call goes through. */
export async function catchAction(page: Page, act: () => Promise<void>): Promise<CaughtAction> {
  const sent = page.waitForRequest((request) => 'next-action' in request.headers())
  await act()
  const request = await sent
  const { 'next-action': action = '', 'content-type': type = '' } = request.headers()
  expect(action, 'the id of an action').toMatch(/^[0-9a-f]{40,}$/)
  return { url: request.url(), action, type, body: request.postData() ?? '' }
}

/** Sends it again with the cookies of `from`, as if a page of `origin` had made it. */
export function sendAgain(
  from: APIRequestContext,
  caught: CaughtAction,
  origin?: string,
): Promise<APIResponse> {
  return from.post(caught.url, {
    headers: {
      'next-action': caught.action,
      'content-type': caught.type,
      origin: origin ?? new URL(caught.url).origin,
    },
    data: caught.body,
  })
}
