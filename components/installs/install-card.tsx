import { Check, Settings2 } from 'lucide-react'
import type { InstalledView, SkillSetPage } from '#lib/catalog/catalog-views.ts'
import { rangeLabel } from '#lib/contracts/versions/version-range.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card, CardContent } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { type InstallActions, installOffer } from './install-actions.ts'
import { InstallControls } from './install-controls.tsx'
import { AwaitingApprovalNote } from './installed-list.tsx'

export function InstallCard({ page, actions }: { page: SkillSetPage; actions: InstallActions }) {
  const { skillSet, installed, config, organisationName, canInstall } = page

  if (!organisationName)
    return <VisitorCard skillSetPath={paths.skillSet(skillSet.publisher.handle, skillSet.slug)} />
  return (
    <Card aria-label="Install">
      <CardContent className="grid gap-4">
        {installed ? (
          <InstalledNote installed={installed} organisationName={organisationName} />
        ) : (
          !page.restriction && (
            <p className="text-pretty text-muted-foreground text-sm">
              Install it to pin a version for {organisationName} or to receive its updates.
            </p>
          )
        )}
        {canInstall ? (
          <InstallButtons page={page} actions={actions} />
        ) : page.restriction ? (
          <p className="text-muted-foreground text-sm">
            {skillSet.name} cannot be installed while it is {page.restriction.kind}.
          </p>
        ) : (
          <p className="text-muted-foreground text-sm">
            Only owners and admins of {organisationName} can {installed ? 'change this' : 'install it'}.
          </p>
        )}
        {config.href && <SettingsLink href={config.href} missingCount={config.missing.length} />}
      </CardContent>
    </Card>
  )
}

type InstallButtonsProps = {
  page: Pick<SkillSetPage, 'skillSet' | 'installed' | 'upgrade' | 'version' | 'config' | 'organisationName'>
  actions: InstallActions
}

export function InstallButtons({ page, actions }: InstallButtonsProps) {
  const { skillSet, installed, upgrade, version, config, organisationName } = page
  if (organisationName === null) return null
  const isLive = version.state !== 'YANKED'
  const chosen = { number: version.number }
  const isOther = installed && installed.versionId !== version.id
  return (
    <InstallControls
      skillSet={{ publisher: skillSet.publisher.handle, skillset: skillSet.slug, name: skillSet.name }}
      organisationName={organisationName}
      installed={installed}
      offer={installOffer(
        installed,
        installed ? (isOther && isLive && !upgrade ? chosen : upgrade) : isLive ? chosen : null,
      )}
      hasConfig={config.href !== null}
      actions={actions}
    />
  )
}

function SettingsLink({ href, missingCount }: { href: string; missingCount: number }) {
  return (
    <div className="grid gap-2 border-border border-t pt-4 text-sm">
      {missingCount > 0 && (
        <p className="text-warning">
          {plural(missingCount, 'setting is', 'settings are')} required before it can run.
        </p>
      )}
      <Link
        href={href}
        className="inline-flex items-center gap-2 font-medium text-primary underline-offset-4 hover:underline"
      >
        <Settings2 className="size-4" aria-hidden />
        {missingCount > 0 ? 'Add settings' : 'Settings'}
      </Link>
    </div>
  )
}

function VisitorCard({ skillSetPath }: { skillSetPath: string }) {
  return (
    <Card aria-label="Install">
      <CardContent className="grid gap-4">
        <p className="text-pretty text-muted-foreground text-sm">
          Sign in to run these skills or install them for your organisation.
        </p>
        <div className="flex flex-wrap gap-2">
          <LinkButton href={paths.signIn(skillSetPath)}>Sign in</LinkButton>
          <LinkButton href={paths.signUp(skillSetPath)} variant="outline">
            Sign up
          </LinkButton>
        </div>
      </CardContent>
    </Card>
  )
}

type InstalledNoteProps = { installed: InstalledView; organisationName: string }

function InstalledNote({ installed, organisationName }: InstalledNoteProps) {
  const { number, range, migratesFrom, waiting } = installed
  return (
    <div className="grid gap-3 text-sm">
      <p className="flex items-start gap-2">
        <Check className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />
        <span>
          {organisationName} runs version <strong>{number}</strong>.
          {range !== null && (
            <span className="block text-muted-foreground">
              {rangeLabel(range, number)}
              {migratesFrom !== null && `, with the input of ${migratesFrom}.x migrated`}
            </span>
          )}
        </span>
      </p>
      {waiting && <AwaitingApprovalNote number={waiting.number} />}
    </div>
  )
}
