import { useTranslation } from 'react-i18next';
import { panelSizes, positions } from '../../agents-configuration.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import {
  DraftFields,
  NumberSetting,
  SettingGroup,
  SwitchSetting,
  TextSetting,
  TileSetting,
} from '../settings/setting.tsx';

/** Where launcher and panel stand on the owner's pages, and the message that invites visitors. */
export function LayoutSection() {
  const { t } = useTranslation('agents');
  const { draft } = useSection();
  const { color } = draft.appearance;
  const { position, hideLauncher, popupMessage } = draft.layout;
  return (
    <DraftFields>
      <TileSetting
        path="layout.position"
        options={positions.map((value) => ({
          value,
          label: t(`options.position.${value}`),
          picture: <PagePicture position={value} color={color} />,
        }))}
      />
      {position !== 'bottom-center' && <NumberSetting path="layout.offsetX" unit={t('units.px')} />}
      <NumberSetting path="layout.offsetY" unit={t('units.px')} />
      <TileSetting
        path="layout.size"
        options={panelSizes.map((value) => ({
          value,
          label: t(`options.size.${value}`),
          picture: <PagePicture position={position} color={color} panel={value} />,
        }))}
      />
      <SettingGroup title={t('sections.layout.launcher')}>
        <SwitchSetting path="layout.hideLauncher" />
        {!hideLauncher && <TextSetting path="layout.launcherText" />}
      </SettingGroup>
      <SettingGroup title={t('sections.layout.popup')} help={t('sections.layout.popupHelp')}>
        <TextSetting path="layout.popupMessage" rows={2} />
        {popupMessage.trim() !== '' && (
          <>
            <NumberSetting path="layout.popupDelay" unit={t('units.seconds')} />
            <SwitchSetting path="layout.popupOnPhones" />
          </>
        )}
      </SettingGroup>
    </DraftFields>
  );
}

const panels = {
  compact: { width: 15, height: 14 },
  regular: { width: 17, height: 18 },
  tall: { width: 17, height: 23 },
};

/** A page in small, with the launcher and, where the size is chosen, the panel above it. */
function PagePicture({
  position,
  color,
  panel,
}: {
  position: (typeof positions)[number];
  color: string;
  panel?: (typeof panelSizes)[number];
}) {
  const x = { 'bottom-left': 9, 'bottom-center': 32, 'bottom-right': 55 }[position];
  const size = panel && panels[panel];
  const left =
    size &&
    { 'bottom-left': 5, 'bottom-center': 32 - size.width / 2, 'bottom-right': 59 - size.width }[position];
  return (
    <svg width="64" height="44" viewBox="0 0 64 44" fill="none" aria-hidden="true">
      <rect
        x="0.75"
        y="0.75"
        width="62.5"
        height="42.5"
        rx="4"
        className="fill-page stroke-edge"
        strokeWidth="1"
      />
      <path d="M1 8h62" className="stroke-line" />
      {size && (
        <rect
          x={left}
          y={32.5 - size.height}
          width={size.width}
          height={size.height}
          rx="2"
          className="fill-surface stroke-edge"
          strokeWidth="1"
        />
      )}
      {size && (
        <path
          d={`M${left} ${36.5 - size.height}v-2a2 2 0 0 1 2-2h${size.width - 4}a2 2 0 0 1 2 2v2z`}
          fill={color}
        />
      )}
      <circle cx={x} cy="37" r="3.5" fill={color} className="stroke-edge" strokeWidth="0.75" />
    </svg>
  );
}
