import { ShieldX } from 'lucide-react'
import type { Metadata } from 'next'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/contract/market/paths.ts'

export const metadata: Metadata = { title: 'Not allowed' }

export default function Forbidden() {
  return (
    <DeadEnd
      heading="Not allowed"
      icon={ShieldX}
      title="You are not allowed to see this page"
      action={
        <Button asChild>
          <Link href={paths.home}>Go to the catalogue</Link>
        </Button>
      }
    >
      It needs another role. If you should have access, ask an owner of your organisation or the operator of
      this Guildhall.
    </DeadEnd>
  )
}
