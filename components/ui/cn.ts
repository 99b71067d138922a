import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

/** Joins class names. A later class replaces earlier ones of its group, as with tailwind-merge. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}

// tailwind-merge's own table adds 6 KiB to every page; `cn.test.ts` compares both.

const any = () => true
const isLength = (value: string) => /^(?:\d+(?:\.\d+)?|px)$/.test(value)
const isArbitraryLength = (value: string) => /^\[[\d.]+(?:px|rem|em|%|ch|lh)\]$/.test(value)
const all = (...keys: string[]) => keys.map((key) => ({ [key]: [any] }))

const SIZES = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl']
const SIDES = ['x', 'y', 's', 'e', 't', 'r', 'b', 'l']

/** The groups of classes that exist per side, such as p, px and pt. */
const sided = (key: string, prefix = key) =>
  Object.fromEntries(['', ...SIDES].map((side) => [key + side, [{ [prefix + side]: [any] }]]))

// biome-ignore format: tables
export const mergeClasses = createTailwindMerge(() => ({
  cacheSize: 500,
  prefix: undefined,
  theme: {},
  classGroups: {
    display: ['block', 'inline-block', 'inline', 'flex', 'inline-flex', 'table', 'inline-grid', 'grid', 'contents', 'hidden'],
    float: [{ float: [any] }],
    sr: ['sr-only', 'not-sr-only'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    visibility: ['visible', 'invisible', 'collapse'],
    overflow: [{ overflow: ['auto', 'hidden', 'visible'] }],
    'overflow-x': all('overflow-x'),
    'overflow-y': all('overflow-y'),
    inset: [{ inset: [any] }], 'inset-x': all('inset-x'), 'inset-y': all('inset-y'),
    top: all('top'), right: all('right'), bottom: all('bottom'), left: all('left'),
    z: all('z'), order: all('order'), basis: all('basis'),
    'flex-direction': [{ flex: ['row', 'col'] }], 'flex-wrap': [{ flex: ['wrap', 'nowrap'] }], flex: [{ flex: [any] }],
    grow: [{ grow: ['', any] }], shrink: [{ shrink: ['', any] }],
    'grid-cols': all('grid-cols'), 'grid-rows': all('grid-rows'), 'grid-flow': all('grid-flow'), 'auto-cols': all('auto-cols'),
    'col-start-end': [{ col: [{ span: [any] }] }], 'col-start': all('col-start'),
    'row-start-end': [{ row: [{ span: [any] }] }], 'row-start': all('row-start'),
    gap: [{ gap: [any] }], 'gap-x': all('gap-x'), 'gap-y': all('gap-y'),
    'justify-items': all('justify-items'), 'justify-self': all('justify-self'), justify: [{ justify: [any] }],
    content: [{ content: ['center', 'start', 'end', 'between'] }], 'content-text': [{ content: [any] }],
    items: all('items'), self: all('self'), 'place-items': all('place-items'),
    ...sided('p'), ...sided('m'),
    'scroll-mt': all('scroll-mt'),
    aspect: all('aspect'), 'space-y': all('space-y'), 'snap-align': [{ snap: ['start', 'center', 'end'] }], 'snap-type': [{ snap: ['x', 'y', 'both', 'none'] }],
    size: all('size'), w: all('w'), 'min-w': all('min-w'), 'max-w': all('max-w'),
    h: all('h'), 'min-h': all('min-h'), 'max-h': all('max-h'),
    'font-size': [{ text: [...SIZES, isArbitraryLength] }],
    'text-align': [{ text: ['left', 'center', 'right'] }],
    'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
    'text-color': [{ text: [any] }],
    'font-family': [{ font: ['sans', 'mono'] }], 'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    italic: ['italic', 'not-italic'], numeric: ['tabular-nums'],
    tracking: all('tracking'), leading: all('leading'), 'line-clamp': all('line-clamp'),
    'list-style': [{ list: ['none', 'disc', 'decimal'] }],
    decoration: ['underline', 'line-through', 'no-underline'], 'decoration-color': all('decoration'),
    'underline-offset': all('underline-offset'),
    transform: ['uppercase', 'lowercase', 'capitalize'],
    'text-overflow': ['truncate', 'text-ellipsis'],
    whitespace: all('whitespace'), break: [{ break: ['all', 'words', 'normal'] }], align: all('align'),
    bg: [{ bg: ['none'] }], 'bg-color': [{ bg: [any] }],
    rounded: [{ rounded: ['', 'none', 'sm', 'md', 'lg', 'xl', 'full'] }], 'rounded-l': all('rounded-l'), 'rounded-r': all('rounded-r'),
    'border-w': [{ border: ['', isLength] }],
    'border-w-x': [{ 'border-x': ['', isLength] }], 'border-w-y': [{ 'border-y': ['', isLength] }],
    'border-w-t': [{ 'border-t': ['', isLength] }], 'border-w-r': [{ 'border-r': ['', isLength] }],
    'border-w-b': [{ 'border-b': ['', isLength] }], 'border-w-l': [{ 'border-l': ['', isLength] }],
    'border-style': [{ border: ['solid', 'dashed', 'none'] }], 'border-collapse': [{ border: ['collapse', 'separate'] }],
    'border-color-l': all('border-l'), 'border-color': [{ border: [any] }],
    'divide-y': [{ 'divide-y': ['', isLength] }], 'divide-color': [{ divide: [any] }],
    'outline-style': [{ outline: ['none', 'hidden', 'solid'] }], 'outline-w': [{ outline: ['', isLength] }],
    'outline-offset': all('outline-offset'), 'outline-color': [{ outline: [any] }],
    'ring-w': [{ ring: ['', isLength] }], 'ring-inset': ['ring-inset'], 'ring-color': [{ ring: [any] }],
    shadow: [{ shadow: ['', 'none', 'xs', 'sm', 'md', 'lg', 'xl', any] }],
    opacity: all('opacity'), 'backdrop-blur': all('backdrop-blur'),
    transition: [{ transition: [any] }], duration: all('duration'), delay: all('delay'), animate: all('animate'),
    rotate: all('rotate'), 'translate-x': all('translate-x'), 'translate-y': all('translate-y'),
    accent: all('accent'), appearance: all('appearance'), cursor: all('cursor'), 'field-sizing': all('field-sizing'),
    'pointer-events': [{ 'pointer-events': ['none', 'auto'] }], select: all('select'),
    fill: all('fill'), stroke: all('stroke'), object: all('object'),
  },
  conflictingClassGroups: {
    overflow: ['overflow-x', 'overflow-y'],
    inset: ['inset-x', 'inset-y', 'right', 'left', 'bottom', 'top'], 'inset-x': ['right', 'left'], 'inset-y': ['top', 'bottom'],
    flex: ['basis', 'grow', 'shrink'],
    gap: ['gap-x', 'gap-y'],
    p: SIDES.map((side) => `p${side}`), px: ['ps', 'pe', 'pr', 'pl'], py: ['pt', 'pb'],
    m: SIDES.map((side) => `m${side}`), mx: ['ms', 'me', 'mr', 'ml'], my: ['mt', 'mb'],
    size: ['w', 'h'],
    'font-size': ['leading'],
    'line-clamp': ['display', 'overflow'],
    rounded: ['rounded-l', 'rounded-r'],
    'border-w': ['border-w-x', 'border-w-y', 'border-w-t', 'border-w-r', 'border-w-b', 'border-w-l'],
    'border-w-x': ['border-w-r', 'border-w-l'], 'border-w-y': ['border-w-t', 'border-w-b'],
    'border-color': ['border-color-l'],
  },
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: ['*', '**', 'after', 'backdrop', 'before', 'details-content', 'file', 'first-letter', 'first-line', 'marker', 'placeholder', 'selection'],
}))
