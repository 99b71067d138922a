'use client'

import {
  currentLock,
  type DependencyLock,
  hasDependencies,
  readDependencies,
  readRequirements,
} from '#lib/contracts/packages/dependencies.ts'
import { findPackageKind, type PackageKind } from '#lib/contracts/packages/package-kind.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextareaField } from '../../../ui/forms/field.tsx'
import { useEditedText } from '../../../ui/forms/use-edited-text.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { FindPackage } from '../packages/find-package.tsx'
import { usePackages } from '../packages/use-packages.ts'
import { fieldId } from '../state/field-id.ts'
import { useStudio } from '../state/studio-context.tsx'

export function PackagesSection() {
  const { state } = useStudio()
  const { resolve, isPending, error, notes } = usePackages()
  const document = isObject(state.document) ? state.document : {}
  const isEmpty = !hasDependencies(document)
  const kind = findPackageKind(document)
  const lock = currentLock(document)
  return (
    <StudioSection
      location={{ section: 'packages' }}
      title="Packages"
      description={`${TEXTS[kind].packages} Their exact versions become part of each version that you submit, and reviewers see them. They run in the sandbox with the permissions of this SkillSet; their install scripts never run.`}
    >
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        {kind === 'npm' && <FindPackage onPick={(name) => resolve([name])} isPending={isPending} />}
        <DependenciesField kind={kind} />
        {error && <Alert variant="destructive">{error.message}</Alert>}
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="outline" pending={isPending} disabled={isEmpty} onClick={() => resolve()}>
            {lock ? 'Resolve again' : 'Resolve packages'}
          </Button>
          <p role="status" className="text-muted-foreground text-sm">
            {describeLock(isEmpty, lock)}
          </p>
        </div>
        {notes.map((sentence) => (
          <Alert key={sentence} variant="warning">
            {sentence}
          </Alert>
        ))}
        {lock && <LockTable lock={lock} />}
      </div>
    </StudioSection>
  )
}

const TEXTS = {
  npm: {
    packages: 'npm packages that your JavaScript imports.',
    help: 'One package per line, with a version range: papaparse ^5.5.3',
    placeholder: 'papaparse ^5.5.3\ndate-fns ^4.1.0',
  },
  python: {
    packages: 'Python packages that your code imports.',
    help: 'One requirement per line, as in a requirements.txt: markdown>=3.5',
    placeholder: 'markdown>=3.5\nbeautifulsoup4>=4.12,<5',
  },
} as const

function describeLock(isEmpty: boolean, lock: DependencyLock | undefined): string {
  if (isEmpty) return 'No packages.'
  if (!lock) return 'Not resolved yet.'
  const bytes = lock.packages.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0)
  return `${plural(lock.packages.length, 'package')}, ${formatBytes(bytes)} unpacked.`
}

function DependenciesField({ kind }: { kind: PackageKind }) {
  const { value, set, problemsIn } = useStudio()
  const [text, setText] = useEditedText({
    value: value('/dependencies'),
    format: formatDependencies,
    parse: kind === 'python' ? parseRequirements : parseDependencies,
    onChange: (dependencies) => set('/dependencies', dependencies),
  })
  const errors = problemsIn('/dependencies').map(({ message }) => message)
  return (
    <TextareaField
      id={fieldId('/dependencies')}
      label="Dependencies"
      optional
      errors={[...new Set(errors)]}
      help={TEXTS[kind].help}
      isCode
      rows={5}
      placeholder={TEXTS[kind].placeholder}
      value={text}
      onChange={setText}
    />
  )
}

function formatDependencies(value: Json | undefined): string {
  if (Array.isArray(value)) return readRequirements({ dependencies: value }).join('\n')
  return Object.entries(readDependencies({ dependencies: value }))
    .map(([name, range]) => `${name} ${range}`)
    .join('\n')
}

/** Accepts lines of a package.json, too: "papaparse": "^5.5.3", */
function parseDependencies(text: string): Record<string, string> | undefined {
  const entries = text.split('\n').flatMap((line): [string, string][] => {
    const [name = '', ...range] = line
      .replaceAll(/["',]|:(?=\s*")/g, ' ')
      .trim()
      .split(/\s+/)
    return name === '' ? [] : [[name, range.join(' ') || '*']]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Accepts lines of a requirements.txt, with comments. */
function parseRequirements(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '').trim())
  const requirements = lines.filter(Boolean)
  return requirements.length > 0 ? requirements : undefined
}

const HEADINGS = ['Package', 'Version', 'License', 'Unpacked', 'Published', 'Needed by']

function LockTable({ lock }: { lock: DependencyLock }) {
  return (
    <div className="rounded-lg border border-border bg-card shadow-xs">
      <Table label="Resolved packages">
        <TableHead>
          <tr>
            {HEADINGS.map((heading) => (
              <TableHeader key={heading}>{heading}</TableHeader>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {lock.packages.map(({ path, name, version, license, unpackedBytes, publishedAt, requiredBy }) => (
            <TableRow key={path}>
              <TableCell>
                <code>{name}</code>
              </TableCell>
              <TableCell className="whitespace-nowrap">{version}</TableCell>
              <TableCell className="whitespace-nowrap">{license || 'none'}</TableCell>
              <TableCell className="whitespace-nowrap">{formatBytes(unpackedBytes)}</TableCell>
              <TableCell className="whitespace-nowrap">
                {publishedAt ? <Time at={Date.parse(publishedAt)} /> : 'unknown'}
              </TableCell>
              <TableCell>{requiredBy.join(', ') || 'this SkillSet'}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
