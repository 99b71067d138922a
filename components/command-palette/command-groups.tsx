'use client'

import { Command } from 'cmdk'
import { ArrowRight, BookOpen, FileText, Search, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CatalogCard } from '#lib/catalog/catalog-views.ts'
import type { SitePage } from '#lib/kernel/site/destinations.ts'
import type { CoreCommand } from '#lib/tools/command-palette/core-commands.ts'
import type { SkillCommand } from '#lib/tools/command-palette/list-commands.ts'
import type { FileEntry } from '#lib/vault/files/list-files.ts'

type OnSelect<What> = (what: What) => void

export function SkillGroup(props: {
  cards: CatalogCard[]
  query: string
  open: OnSelect<string>
  search: () => void
}) {
  const { cards, query, open, search } = props
  return (
    <Group heading="Skills">
      {cards.map(({ name, title }) => (
        <Item key={name} value={name} onSelect={() => open(name)}>
          <NamedItem title={title} name={name} />
        </Item>
      ))}
      <Item value="search the catalogue" onSelect={search}>
        <Search aria-hidden />
        <span className="truncate">Search the catalogue for “{query}”</span>
      </Item>
    </Group>
  )
}

/** A section of the documentation. */
export type DocsMatch = { href: string; title: string }

export function DocsGroup(props: {
  matches: DocsMatch[]
  query: string
  open: OnSelect<string>
  search: () => void
}) {
  const { matches, query, open, search } = props
  return (
    <Group heading="Documentation">
      {matches.map(({ href, title }) => (
        <Item key={href} value={docsValue(href)} onSelect={() => open(href)}>
          <BookOpen className="text-muted-foreground" aria-hidden />
          <span className="truncate">{title}</span>
        </Item>
      ))}
      <Item value="search the documentation" onSelect={search}>
        <Search aria-hidden />
        <span className="truncate">Search the documentation for “{query}”</span>
      </Item>
    </Group>
  )
}

export function docsValue(href: string): string {
  return `docs ${href}`
}

export function PageGroup({ pages, open }: { pages: SitePage[]; open: OnSelect<string> }) {
  if (pages.length === 0) return null
  return (
    <Group heading="Pages">
      {pages.map(({ label, href }) => (
        <Item key={href} value={pageValue(href)} onSelect={() => open(href)}>
          <ArrowRight className="text-muted-foreground" aria-hidden />
          {label}
        </Item>
      ))}
    </Group>
  )
}

export function pageValue(href: string): string {
  return `page ${href}`
}

export function ActionGroup({
  actions,
  perform,
}: {
  actions: CoreCommand[]
  perform: OnSelect<CoreCommand>
}) {
  if (actions.length === 0) return null
  return (
    <Group heading="Commands">
      {actions.map((action) => (
        <Item key={action.id} value={action.id} onSelect={() => perform(action)}>
          <Zap className="text-muted-foreground" aria-hidden />
          {action.name}
        </Item>
      ))}
    </Group>
  )
}

export function FileGroup({ files, open }: { files: FileEntry[]; open: OnSelect<string> }) {
  if (files.length === 0) return null
  return (
    <Group heading="Files in the vault">
      {files.map(({ path }) => (
        <Item key={path} value={fileValue(path)} onSelect={() => open(path)}>
          <FileText className="text-muted-foreground" aria-hidden />
          <span className="truncate" title={path}>
            {path}
          </span>
        </Item>
      ))}
    </Group>
  )
}

export function fileValue(path: string): string {
  return `file ${path}`
}

type ButtonGroupProps = { buttons: SkillCommand[]; press: OnSelect<SkillCommand> }

export function ButtonGroup({ buttons, press }: ButtonGroupProps) {
  if (buttons.length === 0) return null
  return (
    <Group heading="From your skills">
      {buttons.map((button) => (
        <Item key={button.id} value={button.id} onSelect={() => press(button)}>
          <NamedItem title={button.name} name={button.ownerHint ?? ''} />
        </Item>
      ))}
    </Group>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

function Item(props: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      {...props}
      className="flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground [&_svg]:size-4 [&_svg]:shrink-0"
    />
  )
}

function NamedItem({ title, name }: { title: string; name: string }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">{title}</span>
      <span className="block truncate text-muted-foreground text-xs">{name}</span>
    </span>
  )
}
