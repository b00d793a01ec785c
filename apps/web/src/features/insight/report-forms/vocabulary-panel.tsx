import { TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/clipboard.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { useReportVocabulary } from './report-forms.queries.ts';
import classes from './report-forms.module.css';

/** Formats that take a parameter. */
const FORMS_OF: Record<string, string | undefined> = { plural: '| plural "…" "…" "…"' };

/** What placeholders of a form may name, to search and to copy. */
export function VocabularyPanel() {
  const { t } = useTranslation();
  const { data } = useReportVocabulary(true);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const parts = [
    { title: t('report_form.vocabulary_values'), values: (data?.values ?? []).map((name) => `{{${name}}}`) },
    ...(data?.lists ?? []).map(({ name, values }) => ({
      title: t('report_form.vocabulary_list', { name }),
      values: [`{{#each ${name}}}`, `{{#each ${name} across}}`, ...values.map((value) => `{{${value}}}`), '{{/each}}'],
    })),
    { title: t('report_form.vocabulary_formats'), values: (data?.formats ?? []).map((name) => FORMS_OF[name] ?? `| ${name}`) },
  ];
  const copy = async (text: string): Promise<void> => {
    await copyText(text);
    showToast('ok', t('report_form.copied', { text }));
  };
  return (
    <aside className={classes.vocabulary} aria-label={t('report_form.vocabulary')}>
      <TextInput
        size="xs"
        aria-label={t('report_form.vocabulary_search')}
        placeholder={t('report_form.vocabulary_search')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {parts.map(({ title, values }) => {
        const found = values.filter((value) => value.toLowerCase().includes(wanted));
        return (
          found.length > 0 && (
            <section key={title}>
              <h3>{title}</h3>
              <div className={classes.names}>
                {found.map((value) => (
                  <UnstyledButton key={value} className={classes.placeholder} onClick={() => void copy(value)}>
                    {value}
                  </UnstyledButton>
                ))}
              </div>
            </section>
          )
        );
      })}
    </aside>
  );
}
