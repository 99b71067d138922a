import type { SkillSetPage } from '#lib/catalog/catalog-views.ts'

/** Screenshots side by side; each opens at its full size. */
export function ScreenshotGallery({ screenshots }: Pick<SkillSetPage, 'screenshots'>) {
  return (
    <ul className="flex snap-x gap-4 overflow-x-auto pb-2">
      {screenshots.map(({ path, caption }) => (
        <li key={path} className="w-72 shrink-0 snap-start sm:w-96">
          <figure className="m-0 grid gap-2">
            <a href={path} target="_blank" rel="noreferrer">
              {/* biome-ignore lint/performance/noImgElement: uploaded at its final size, on our own origin */}
              <img
                src={path}
                alt={caption}
                loading="lazy"
                className="aspect-video w-full rounded-md border border-border bg-muted object-contain"
              />
            </a>
            <figcaption className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
              {caption}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
