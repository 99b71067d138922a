import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { ComponentProps, ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { Link } from '../ui/link.tsx'
import { Code, DataTable } from './data-table.tsx'
import { DocsSection, Sample, Text } from './docs-section.tsx'
import { type GuideBlock, type GuidePage, guidePages, type Html } from './guide.ts'
import { GUIDE_PARTS } from './guide-parts.tsx'
import { GUIDE_SAMPLES } from './guide-samples.ts'
import { GUIDE_TABLES } from './guide-tables.tsx'

export function GuideSections({ page, origin }: { page: GuidePage; origin: string }) {
  return page.sections.map(({ id, title, blocks }) => {
    const content = blocks.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never move
      <Block key={index} block={block} title={title || page.title} origin={origin} />
    ))
    return id === '' ? (
      <div key="intro" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 pt-6">
        {content}
      </div>
    ) : (
      <DocsSection key={id} id={id} title={title}>
        {content}
      </DocsSection>
    )
  })
}

function Block({ block, title, origin }: { block: GuideBlock; title: string; origin: string }): ReactNode {
  switch (block.kind) {
    case 'prose':
      return <Text>{renderHtml(block.html)}</Text>
    case 'table':
      return (
        <DataTable
          label={title}
          columns={block.columns}
          rows={block.rows.map((row) => row.map(renderHtml))}
        />
      )
    case 'code':
      return (
        <Sample label={block.label} canCopy={block.canCopy}>
          {block.text.replaceAll('{{origin}}', origin)}
        </Sample>
      )
    case 'sample':
      return (
        <Sample label={block.label} canCopy={block.canCopy}>
          {requireEntry(GUIDE_SAMPLES, block.name)(origin)}
        </Sample>
      )
    case 'data':
      if (Object.hasOwn(GUIDE_PARTS, block.name)) return requireEntry(GUIDE_PARTS, block.name).show(origin)
      return <DataTable label={block.label || title} {...requireEntry(GUIDE_TABLES, block.name)()} />
  }
}

function requireEntry<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined
  if (value === undefined) throw new Error(`docs/guide names “${name}”, which does not exist`)
  return value
}

export function NeighbourLinks({ page }: { page: GuidePage }) {
  const pages = guidePages()
  const index = pages.findIndex(({ name }) => name === page.name)
  const [previous, next] = [pages[index - 1], pages[index + 1]]
  return (
    <nav
      aria-label="Previous and next page"
      className="mt-12 flex flex-wrap justify-between gap-4 border-border border-t pt-6"
    >
      {previous ? <NeighbourLink page={previous} label="Previous" /> : <span />}
      {next && <NeighbourLink page={next} label="Next" className="text-right" />}
    </nav>
  )
}

function NeighbourLink({
  page,
  label,
  className = '',
}: {
  page: GuidePage
  label: string
  className?: string
}) {
  return (
    <Link href={page.href} className={`grid gap-0.5 rounded-md text-sm hover:underline ${className}`}>
      <span className="text-muted-foreground text-xs">{label}</span>
      <span className="font-medium">{page.title}</span>
    </Link>
  )
}

function renderHtml(html: Html) {
  const components = { a: GuideLink, code: Code, h3: SubHeading }
  return toJsxRuntime(html, { Fragment, jsx, jsxs, components })
}

function SubHeading(props: ComponentProps<'h3'>) {
  return <h3 {...props} className="scroll-mt-20" />
}

/** URLs that are no pages, which the router cannot open. */
const OUTSIDE_PAGES = /^https?:|^\/api\/|\.[a-z]+$/

/**
 * Returns the URL of a link in the guide. Links name Markdown files, so that they also work in a repository browser.
 */
export function guideHref(href: string): string {
  return href.replace(/^([\w-]+)\.md(?=#|$)/, (_, name) => (name === 'index' ? '/docs' : `/docs/${name}`))
}

const LINK = 'text-primary underline underline-offset-[3px]'

function GuideLink({ href = '', children }: ComponentProps<'a'>) {
  const target = guideHref(href)
  if (OUTSIDE_PAGES.test(target))
    return (
      <a href={target} rel="noreferrer" className={LINK}>
        {children}
      </a>
    )
  return (
    <Link href={target} className={LINK}>
      {children}
    </Link>
  )
}
