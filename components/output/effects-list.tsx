import { FilePen, FilePlus2, FileSymlink, FileX2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { Effects } from '#lib/runs/model/tool-result.ts'
import { TextLink } from '../ui/text-link.tsx'

export function EffectsList({ effects, isDryRun }: { effects: Effects; isDryRun: boolean }) {
  const { created = [], modified = [], deleted = [], renamed = [] } = effects
  if (created.length + modified.length + deleted.length + renamed.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm" aria-label={isDryRun ? 'What would change' : 'What changed'}>
      {created.map((path) => (
        <Line
          key={`c ${path}`}
          icon={<FilePlus2 aria-hidden />}
          label={isDryRun ? 'Would create' : 'Created'}
        >
          <File path={path} exists={!isDryRun} />
        </Line>
      ))}
      {modified.map((path) => (
        <Line key={`m ${path}`} icon={<FilePen aria-hidden />} label={isDryRun ? 'Would change' : 'Changed'}>
          <File path={path} exists />
        </Line>
      ))}
      {renamed.map(({ from, to }) => (
        <Line
          key={`r ${from}`}
          icon={<FileSymlink aria-hidden />}
          label={isDryRun ? 'Would rename' : 'Renamed'}
        >
          <File path={from} exists={isDryRun} /> to <File path={to} exists={!isDryRun} />
        </Line>
      ))}
      {deleted.map((path) => (
        <Line key={`d ${path}`} icon={<FileX2 aria-hidden />} label={isDryRun ? 'Would delete' : 'Deleted'}>
          <File path={path} exists={isDryRun} />
        </Line>
      ))}
    </ul>
  )
}

function Line({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground">
      {icon}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {label} {children}
      </span>
    </li>
  )
}

function File({ path, exists }: { path: string; exists: boolean }) {
  if (!exists) return <code className="text-xs">{path}</code>
  return (
    <TextLink href={paths.vaultFile(path)}>
      <code className="text-xs">{path}</code>
    </TextLink>
  )
}
