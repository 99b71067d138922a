import { ShieldX } from 'lucide-react'
import type { Metadata } from 'next'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { paths } from '#lib/kernel/site/paths.ts'

export const metadata: Metadata = { title: 'Not allowed' }

export default function Forbidden() {
  return (
    <DeadEnd
      heading="Not allowed"
      icon={ShieldX}
      title="You do not have access to this page"
      action={<LinkButton href={paths.home}>Go to the catalogue</LinkButton>}
    >
      This page requires a different role. If you need access, ask an owner of your organisation or a site
      admin.
    </DeadEnd>
  )
}
