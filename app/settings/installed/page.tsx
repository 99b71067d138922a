import { PackageOpen } from 'lucide-react'
import type { Metadata } from 'next'
import { SkillSetSection } from '#components/catalog/skill-set-header.tsx'
import { InstalledList } from '#components/installs/installed-list.tsx'
import { StoredConfigList } from '#components/installs/stored-config-list.tsx'
import { Page } from '#components/shell/page.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { listInstalled } from '#lib/installs/list-installed.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import {
  deleteStoredConfig,
  installSkillSet,
  previewInstallChange,
  uninstallSkillSet,
  upgradeSkillSet,
} from './actions.ts'

export const metadata: Metadata = { title: 'Installed SkillSets' }

export default async function InstalledPage() {
  const page = await orNotFound(listInstalled(await contextFromCookie()))
  return (
    <Page
      width="reading"
      className="gap-8"
      title="Installed SkillSets"
      description={`SkillSets that ${page.organisationName} has installed, and the updates that each one receives.`}
    >
      {page.installed.length > 0 ? (
        <InstalledList
          page={page}
          actions={{
            planStep: previewInstallChange,
            installVersion: installSkillSet,
            changeVersion: upgradeSkillSet,
            uninstallSkillSet,
          }}
        />
      ) : (
        <EmptyState
          icon={PackageOpen}
          title="No SkillSets installed"
          action={<LinkButton href={paths.home}>Find a skill</LinkButton>}
        >
          You can run public skills without installing them. Install a SkillSet to pin its version for your
          organisation or to receive its updates.
        </EmptyState>
      )}
      {page.storedConfigs.length > 0 && (
        <SkillSetSection title="Saved settings for SkillSets you have not installed">
          <StoredConfigList
            storedConfigs={page.storedConfigs}
            canChange={page.canChange}
            discardStoredConfig={deleteStoredConfig}
          />
        </SkillSetSection>
      )}
    </Page>
  )
}
