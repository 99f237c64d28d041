// The bundled picture of each demo listing, found by its name.

export const demoScenes: Readonly<Record<string, string>> = {
  "Cessna 172S Skyhawk - Demo Data": "/illustrations/high-wing-dawn-ramp.svg",
  "Cirrus SR22 G5 - Demo Data": "/illustrations/composite-clouds.svg",
  "Mooney M20J 201 - Demo Data": "/illustrations/low-wing-desert.svg",
  "Beechcraft Baron G58 - Demo Data": "/illustrations/twin-coast.svg",
  "Cessna 182T Skylane - Demo Data": "/illustrations/high-wing-midday-ramp.svg",
  "Aviat A-1C Husky - Demo Data": "/illustrations/tailwheel-autumn.svg",
  "Pilatus PC-12 NG - Demo Data": "/illustrations/turboprop-mountain.svg",
  "Piper Arrow III - Demo Data": "/illustrations/low-wing-dusk-strip.svg",
  "Diamond DA42-VI - Demo Data": "/illustrations/twin-sunset-coast.svg",
  "Beechcraft Bonanza G36 - Demo Data": "/illustrations/composite-blue-sky.svg",
  "Cessna Citation CJ3+ - Demo Data": "/illustrations/jet-hangar.svg",
  "Piper J-3 Cub - Demo Data": "/illustrations/tailwheel-lake.svg",
  "Cessna T206H Stationair - Demo Data":
    "/illustrations/high-wing-dawn-ramp.svg",
  "Daher TBM 900 - Demo Data": "/illustrations/turboprop-evening.svg",
  "Piper Seneca V - Demo Data": "/illustrations/twin-coast.svg",
  "Beechcraft King Air 350i - Demo Data":
    "/illustrations/twin-turboprop-dusk.svg",
  "Diamond DA40 NG - Demo Data": "/illustrations/composite-blue-sky.svg",
  "Cessna Citation M2 - Demo Data": "/illustrations/jet-evening-hangar.svg",
  "Piper Seminole - Demo Data": "/illustrations/twin-sunset-coast.svg",
  "Beechcraft King Air 250 - Demo Data":
    "/illustrations/twin-turboprop-night.svg",
  "Cirrus SR20 G6 - Demo Data": "/illustrations/composite-clouds.svg",
  "Embraer Phenom 100EV - Demo Data": "/illustrations/jet-hangar.svg",
  "Piper Archer III - Demo Data": "/illustrations/low-wing-desert.svg",
  "Cessna 310R - Demo Data": "/illustrations/twin-sunset-coast.svg",
};
