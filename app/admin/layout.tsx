import type { ReactNode } from 'react'
import { AdminArea } from '#components/admin/admin-area.tsx'
import { countWaiting } from '#lib/admin/count-waiting.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const waiting = await orNotFound(contextFromCookie().then(countWaiting))
  return <AdminArea waiting={waiting}>{children}</AdminArea>
}
