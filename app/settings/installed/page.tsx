import { PackageOpen } from 'lucide-react'
import type { Metadata } from 'next'
import { InstalledList } from '#components/installs/installed-list.tsx'
import { KeptList } from '#components/installs/kept-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { Section } from '#components/skill-set/section.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { listInstalled } from '#lib/installs/list-installed.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { changeVersion, deleteKeptConfig, installVersion, planStep, uninstallSkillSet } from './actions.ts'

export const metadata: Metadata = { title: 'Installed SkillSets' }

export default async function InstalledPage() {
  const page = await orNotFound(listInstalled(await contextFromCookie()))
  return (
    <Page width="reading" className="grid grid-cols-1 gap-8">
      <PageHeader
        title="Installed SkillSets"
        description={`What ${page.organisationName} has installed, and which updates each follows.`}
      />
      {page.installed.length > 0 ? (
        <InstalledList page={page} actions={{ planStep, installVersion, changeVersion, uninstallSkillSet }} />
      ) : (
        <EmptyState
          icon={PackageOpen}
          title="Nothing installed yet"
          action={
            <Button asChild>
              <Link href={paths.home}>Find a skill</Link>
            </Button>
          }
        >
          Public skills run without an install. Install a SkillSet to pin its version for everyone here, or to
          follow its updates.
        </EmptyState>
      )}
      {page.kept.length > 0 && (
        <Section title="Settings without an install">
          <KeptList kept={page.kept} canChange={page.canChange} deleteKeptConfig={deleteKeptConfig} />
        </Section>
      )}
    </Page>
  )
}
