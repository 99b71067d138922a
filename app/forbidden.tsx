import { ShieldX } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { Page } from '#components/shell/page.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/contract/market/paths.ts'

export const metadata: Metadata = { title: 'Not allowed' }

export default function Forbidden() {
  return (
    <Page width="reading">
      <h1 className="sr-only">Not allowed</h1>
      <EmptyState
        icon={ShieldX}
        title="You are not allowed to see this page"
        action={
          <Button asChild>
            <Link href={paths.home}>Go to the catalogue</Link>
          </Button>
        }
      >
        It is for people with another role. If it should be yours too, ask an owner of the organisation, or
        whoever runs this Guildhall.
      </EmptyState>
    </Page>
  )
}
