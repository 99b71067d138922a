import { Link2Off } from 'lucide-react'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/contract/market/paths.ts'

export default function SharedRunGone() {
  return (
    <DeadEnd
      heading="Shared run"
      icon={Link2Off}
      title="This run is not shared any more"
      action={
        <Button asChild variant="outline">
          <Link href={paths.home}>See the catalogue</Link>
        </Button>
      }
    >
      Whoever shared it took the link back or no longer keeps the run, or part of the address is missing.
    </DeadEnd>
  )
}
