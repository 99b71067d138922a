import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test'

export type CapturedAction = { url: string; action: string; type: string; body: string }

/** Performs `act` and returns the server action request it made. The request goes through. */
export async function captureAction(page: Page, act: () => Promise<void>): Promise<CapturedAction> {
  const sent = page.waitForRequest((request) => 'next-action' in request.headers())
  await act()
  const request = await sent
  const { 'next-action': action = '', 'content-type': type = '' } = request.headers()
  expect(action, 'the id of an action').toMatch(/^[0-9a-f]{40,}$/)
  return { url: request.url(), action, type, body: request.postData() ?? '' }
}

/** Repeats the request with the cookies of `from` and the Origin header `origin`. */
export function sendAgain(
  from: APIRequestContext,
  caught: CapturedAction,
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
