import { SEARCH_KINDS, SEARCH_LENGTH } from '@gantry/contract';
import { Button, Chip, Loader, Select, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilterOff, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch as useAddress } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMembers } from '../../features/access/spaces/spaces.queries.ts';
import { addressOf, filterOf, isNarrowed, type SearchFilter } from '../../features/insight/search/search.model.ts';
import { useSearch } from '../../features/insight/search/search.queries.ts';
import { usePlacesByName } from '../../features/structure/eps/eps.places.queries.ts';
import { personName } from '../../lib/person-name.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { SearchHits } from './search-hits.tsx';
import classes from './search-page.module.css';

const TYPING_MS = 250;
const NOTHING: Omit<SearchFilter, 'q'> = { kinds: [], node: null, author: null, from: null, until: null };

/** The search over the whole space: a question, what narrows it, and what answers it. The address holds both. */
export function SearchPage() {
  const { t } = useTranslation();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const navigate = useNavigate();
  const filter = filterOf(useAddress({ strict: false }));
  const [typed, setTyped] = useState(filter.q);
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const page = useRef<HTMLElement>(null);
  const put = (change: Partial<SearchFilter>): void =>
    void navigate({
      to: '/$spaceId/search',
      params: { spaceId: String(spaceId) },
      search: addressOf({ ...filter, ...change }),
      replace: true,
    });
  // The address follows what is typed, and what is typed an address that another link led to.
  const known = useRef(filter.q);
  useEffect(() => {
    if (asked === known.current || asked !== typed) return;
    known.current = asked;
    put({ q: asked });
  });
  useEffect(() => {
    if (filter.q === known.current) return;
    known.current = filter.q;
    setTyped(filter.q);
  }, [filter.q]);

  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useSearch(
    spaceId,
    filter,
  );
  const hits = data?.pages.flatMap((one) => one.hits) ?? [];
  const asks = filter.q.trim() !== '';
  return (
    <section className={classes.page} ref={page} onKeyDown={(event) => step(event, page.current)} aria-label={t('search.title')}>
      <VisuallyHidden component="h1">{t('search.title')}</VisuallyHidden>
      <div role="search" className={classes.head}>
        <TextInput
          autoFocus
          data-question
          className={classes.question}
          leftSection={<IconSearch size={16} stroke={1.5} />}
          rightSection={isFetching ? <Loader size={14} /> : null}
          aria-label={t('search.placeholder')}
          placeholder={t('search.placeholder')}
          maxLength={SEARCH_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Narrowing spaceId={spaceId} filter={filter} onPut={put} />
      </div>
      <div className={classes.answers} aria-busy={isFetching} data-former={isPlaceholderData || undefined}>
        {!asks && (
          <MessagePage icon={IconSearch} title={t('search.title')}>
            <p>{t('search.hint')}</p>
          </MessagePage>
        )}
        {asks && error && (
          <MessagePage
            icon={IconSearchOff}
            title={t('search.failed')}
            actions={<Button onClick={() => void refetch()}>{t('search.again')}</Button>}
          >
            <p>{t('search.failed_hint')}</p>
          </MessagePage>
        )}
        {asks && !error && !data && <Loader size="sm" className={classes.loading} />}
        {asks && !error && data && !hits.length && !isFetching && (
          <MessagePage
            icon={IconSearchOff}
            title={t('search.nothing')}
            actions={isNarrowed(filter) && <Button onClick={() => put(NOTHING)}>{t('search.everywhere')}</Button>}
          >
            <p>{t('search.nothing_hint')}</p>
          </MessagePage>
        )}
        {asks && !error && hits.length > 0 && <SearchHits spaceId={spaceId} hits={hits} />}
        {asks && !error && hasNextPage && !isPlaceholderData && (
          <Button data-hit variant="subtle" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('search.more')}
          </Button>
        )}
      </div>
      <p role="status" className={classes.status}>
        {asks && data && !isFetching ? t(hasNextPage ? 'search.count_more' : 'search.count', { count: hits.length }) : ''}
      </p>
    </section>
  );
}

/** What narrows a search: kinds, a place with all below it, who wrote it, days. */
function Narrowing({ spaceId, filter, onPut }: { spaceId: number; filter: SearchFilter; onPut(change: Partial<SearchFilter>): void }) {
  const { t } = useTranslation();
  const members = useMembers(spaceId);
  const places = usePlacesByName(spaceId);
  const people = (members ?? []).map((one) => ({ value: String(one.id), label: personName(one) }));
  const idOf = (value: string | null): number | null => (value === null ? null : Number(value));
  const dayOf = (value: string | null | undefined): string | null => value?.slice(0, 10) ?? null;
  return (
    <div className={classes.narrowing}>
      <Chip.Group multiple value={[...filter.kinds]} onChange={(kinds) => onPut({ kinds })}>
        <div className={classes.kinds} role="group" aria-label={t('search.kinds')}>
          {SEARCH_KINDS.map((kind) => (
            <Chip key={kind} value={kind} size="xs" variant="outline">
              {t(`search.kind_${kind}`)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <div className={classes.fields}>
        <Select
          size="xs"
          w={220}
          clearable
          searchable
          limit={100}
          aria-label={t('search.place')}
          placeholder={t('search.place')}
          nothingFoundMessage={t('search.no_place')}
          data={places}
          value={filter.node === null ? null : String(filter.node)}
          onChange={(value) => onPut({ node: idOf(value) })}
        />
        <Select
          size="xs"
          w={180}
          clearable
          searchable
          aria-label={t('search.author')}
          placeholder={t('search.author')}
          data={people}
          value={filter.author === null ? null : String(filter.author)}
          onChange={(value) => onPut({ author: idOf(value) })}
        />
        <DateField
          size="xs"
          w={120}
          aria-label={t('search.from')}
          placeholder={t('search.from')}
          value={filter.from && `${filter.from}T00:00`}
          onChange={(day) => onPut({ from: dayOf(day) })}
        />
        <DateField
          size="xs"
          w={120}
          aria-label={t('search.until')}
          placeholder={t('search.until')}
          value={filter.until && `${filter.until}T00:00`}
          onChange={(day) => onPut({ until: dayOf(day) })}
        />
        <IconButton icon={IconFilterOff} label={t('search.everywhere')} disabled={!isNarrowed(filter)} onClick={() => onPut(NOTHING)} />
      </div>
    </div>
  );
}

/** Arrows lead from the question to the hits and among them, Home and End to the first and the last, Escape back to the question. */
function step(event: KeyboardEvent, page: HTMLElement | null): void {
  const question = page?.querySelector<HTMLElement>('[data-question]');
  const stops = [...(page?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const inQuestion = document.activeElement === question;
  if (at < 0 && !inQuestion) return;
  const targets: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: stops[at + 1],
    ArrowUp: at > 0 ? stops[at - 1] : question,
    ...(at < 0 ? {} : { Home: stops[0], End: stops.at(-1), Escape: question }),
  };
  const target = targets[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
