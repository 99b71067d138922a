import { Compass } from 'lucide-react'
import type { Metadata } from 'next'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/site/paths.ts'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <DeadEnd
      heading="Not found"
      icon={Compass}
      title="Page not found"
      action={
        <Button asChild>
          <Link href={paths.home}>Search the catalogue</Link>
        </Button>
      }
    >
      Check the address. The page may have been removed, or it may belong to another of your organisations.
    </DeadEnd>
  )
}
