import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#lib/site/paths.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { DeadEnd } from './dead-end.tsx'

type Props = { heading: string; title: string; children: ReactNode }

export function LinkGone({ heading, title, children }: Props) {
  return (
    <DeadEnd
      heading={heading}
      icon={Link2Off}
      title={title}
      action={
        <Button asChild variant="outline">
          <Link href={paths.home}>See the catalogue</Link>
        </Button>
      }
    >
      {children}
    </DeadEnd>
  )
}
