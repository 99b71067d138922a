import { Compass } from 'lucide-react'
import type { Metadata } from 'next'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { SwitchOffer } from '#components/shell/switch-offer.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { findOrganisationOf, switchOrganisation } from './actions.ts'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <DeadEnd
      heading="Not found"
      icon={Compass}
      title="Page not found"
      action={
        <div className="grid justify-items-center gap-3">
          <SwitchOffer find={findOrganisationOf} switchTo={switchOrganisation} />
          <LinkButton href={paths.home} variant="outline">
            Search the catalogue
          </LinkButton>
        </div>
      }
    >
      Check the address. The page may have been removed, or you may have to sign in or switch to another
      organisation to see it.
    </DeadEnd>
  )
}
