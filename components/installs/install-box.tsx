import { Settings2 } from 'lucide-react'
import type { SkillSetPage } from '#lib/catalog/views.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardContent } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import type { InstallActions } from './install-actions.ts'
import { InstallControls } from './install-controls.tsx'
import { InstalledNote } from './installed-note.tsx'

/** How this SkillSet stands with the viewer's organisation, and what can be done about it. */
export function InstallBox({ page, actions }: { page: SkillSetPage; actions: InstallActions }) {
  const { skillSet, installed, upgrade, version, config, organisationName, canInstall } = page
  const ref = { publisher: skillSet.publisher.handle, skillset: skillSet.slug, name: skillSet.name }
  const isLive = version.state !== 'YANKED'
  const chosen = { number: version.number }
  const isOther = installed && installed.versionId !== version.id

  if (!organisationName) return <VisitorBox skillSetPath={paths.skillSet(ref.publisher, ref.skillset)} />
  return (
    <Card aria-label="Install">
      <CardContent className="grid gap-4">
        {installed ? (
          <InstalledNote installed={installed} organisationName={organisationName} />
        ) : (
          <p className="text-pretty text-muted-foreground text-sm">
            Installing pins a version for {organisationName}, or follows its updates: you choose.
          </p>
        )}
        {canInstall ? (
          <InstallControls
            skillSet={ref}
            organisationName={organisationName}
            installed={installed}
            to={installed ? (isOther && isLive && !upgrade ? chosen : upgrade) : isLive ? chosen : null}
            hasConfig={config.href !== null}
            actions={actions}
          />
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

function SettingsLink({ href, missingCount }: { href: string; missingCount: number }) {
  return (
    <div className="grid gap-2 border-border border-t pt-4 text-sm">
      {missingCount > 0 && (
        <p className="text-warning">
          {missingCount === 1 ? 'One setting is' : `${missingCount} settings are`} needed before it can run.
        </p>
      )}
      <Link
        href={href}
        className="inline-flex items-center gap-2 font-medium text-primary underline-offset-4 hover:underline"
      >
        <Settings2 className="size-4" aria-hidden />
        {missingCount > 0 ? 'Fill in its settings' : 'Settings and secrets'}
      </Link>
    </div>
  )
}

function VisitorBox({ skillSetPath }: { skillSetPath: string }) {
  return (
    <Card aria-label="Install">
      <CardContent className="grid gap-4">
        <p className="text-pretty text-muted-foreground text-sm">
          Sign in to run these skills, and to install them for your organisation.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link href={paths.signIn(skillSetPath)}>Sign in</Link>
          </Button>
          <Button asChild variant="outline">
            <Link href={paths.signUp(skillSetPath)}>Sign up</Link>
          </Button>
        </div>
      </CardContent>
    </Card>
  )
}
