'use client'

import { useEffect, useState } from 'react'
import { whyNotHandle } from '#lib/contract/market/skill-name.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

const ASK_AFTER_MS = 350

/** Whether a handle can be had: its text at once, its owner as soon as the typing rests. */
export function useHandleCheck(
  handle: string,
  check: (handle: string) => Promise<ActionResult<string | null>>,
): { isFree: boolean; whyNot?: string } {
  const [asked, setAsked] = useState<{ handle: string; whyNot: string | null }>()
  const malformed = handle === '' ? undefined : whyNotHandle(handle)
  const isWorthAsking = handle !== '' && !malformed

  useEffect(() => {
    if (!isWorthAsking) return
    const timer = setTimeout(async () => {
      const answer = await check(handle)
      // Without an answer nothing is claimed: submitting asks again.
      if (answer.ok) setAsked({ handle, whyNot: answer.data })
    }, ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [handle, isWorthAsking, check])

  if (malformed) return { isFree: false, whyNot: malformed }
  if (!isWorthAsking || asked?.handle !== handle) return { isFree: false }
  return { isFree: asked.whyNot === null, whyNot: asked.whyNot ?? undefined }
}
