import 'server-only'
import { headers } from 'next/headers'
import { permanentRedirect } from 'next/navigation'
import { PATH_HEADER } from '../requests/page-headers.ts'

/** 308; the query stays. `current` is the path by the current name. */
export async function redirectFormerName(asked: string, current: string): Promise<void> {
  if (asked === current) return
  const [, query] = ((await headers()).get(PATH_HEADER) ?? '').split('?')
  permanentRedirect(query ? `${current}?${query}` : current)
}
