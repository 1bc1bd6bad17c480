/** One town of a metro area: its location, and its station. Codes are invented, the towns are real. */
export type Town = [
  code: string,
  city: string,
  lat: number,
  lng: number,
  programme: 'logistics' | 'grocery' | 'pharmacy',
  state?: string,
]

export interface Metro {
  id: string
  name: string
  state: string
  timeZone: string
  towns: readonly Town[]
}

/** Every metro area of the market, in all time zones of the United States. */
export const METROS: readonly Metro[] = [
  {
    id: 'los-angeles',
    name: 'Los Angeles',
    state: 'CA',
    timeZone: 'America/Los_Angeles',
    towns: [
      ['VAX2', 'Van Nuys', 34.1867, -118.449, 'logistics'],
      ['HAW5', 'Hawthorne', 33.9164, -118.3526, 'logistics'],
      ['TRX3', 'Torrance', 33.8358, -118.3406, 'grocery'],
      ['BRK6', 'Burbank', 34.1808, -118.309, 'logistics'],
      ['IVX4', 'Irvine', 33.6846, -117.8265, 'grocery'],
      ['RVX1', 'Riverside', 33.9806, -117.3755, 'logistics'],
      ['PMX7', 'Pomona', 34.0551, -117.7499, 'pharmacy'],
    ],
  },
  {
    id: 'seattle',
    name: 'Seattle',
    state: 'WA',
    timeZone: 'America/Los_Angeles',
    towns: [
      ['VSE3', 'Seattle', 47.6062, -122.3321, 'grocery'],
      ['BLV4', 'Bellevue', 47.6101, -122.2015, 'logistics'],
      ['KNX2', 'Kent', 47.3809, -122.2348, 'logistics'],
      ['EVX5', 'Everett', 47.979, -122.2021, 'logistics'],
      ['TCX6', 'Tacoma', 47.2529, -122.4443, 'logistics'],
      ['RNX1', 'Renton', 47.4829, -122.2171, 'pharmacy'],
    ],
  },
  {
    id: 'las-vegas',
    name: 'Las Vegas',
    state: 'NV',
    timeZone: 'America/Los_Angeles',
    towns: [
      ['VLV2', 'Las Vegas', 36.1716, -115.1391, 'logistics'],
      ['HNX4', 'Henderson', 36.0395, -114.9817, 'grocery'],
      ['NLX5', 'North Las Vegas', 36.1989, -115.1175, 'logistics'],
      ['PRX1', 'Paradise', 36.0972, -115.1467, 'pharmacy'],
      ['BCX3', 'Boulder City', 35.9786, -114.8325, 'logistics'],
    ],
  },
  {
    id: 'phoenix',
    name: 'Phoenix',
    state: 'AZ',
    timeZone: 'America/Phoenix',
    towns: [
      ['VPX4', 'Phoenix', 33.4484, -112.074, 'logistics'],
      ['TMX2', 'Tempe', 33.4255, -111.94, 'grocery'],
      ['MSX5', 'Mesa', 33.4152, -111.8315, 'logistics'],
      ['GLX3', 'Glendale', 33.5387, -112.186, 'logistics'],
      ['CHX6', 'Chandler', 33.3062, -111.8413, 'pharmacy'],
      ['SCX1', 'Scottsdale', 33.4942, -111.9261, 'grocery'],
    ],
  },
  {
    id: 'denver',
    name: 'Denver',
    state: 'CO',
    timeZone: 'America/Denver',
    towns: [
      ['VDN3', 'Denver', 39.7392, -104.9903, 'grocery'],
      ['AUX5', 'Aurora', 39.7294, -104.8319, 'logistics'],
      ['LKX2', 'Lakewood', 39.7047, -105.0814, 'logistics'],
      ['TNX4', 'Thornton', 39.868, -104.9719, 'logistics'],
      ['BOX6', 'Boulder', 40.015, -105.2705, 'pharmacy'],
    ],
  },
  {
    id: 'boise',
    name: 'Boise',
    state: 'ID',
    timeZone: 'America/Boise',
    towns: [
      ['VBO2', 'Boise', 43.615, -116.2023, 'grocery'],
      ['MRX4', 'Meridian', 43.6121, -116.3915, 'logistics'],
      ['NMX3', 'Nampa', 43.5407, -116.5635, 'logistics'],
      ['CWX5', 'Caldwell', 43.6629, -116.6874, 'logistics'],
    ],
  },
  {
    id: 'dallas',
    name: 'Dallas',
    state: 'TX',
    timeZone: 'America/Chicago',
    towns: [
      ['VDL5', 'Dallas', 32.7767, -96.797, 'grocery'],
      ['FWX3', 'Fort Worth', 32.7555, -97.3308, 'logistics'],
      ['PLX2', 'Plano', 33.0198, -96.6989, 'logistics'],
      ['IRX6', 'Irving', 32.814, -96.9489, 'logistics'],
      ['GRX4', 'Garland', 32.9126, -96.6389, 'pharmacy'],
      ['ARX1', 'Arlington', 32.7357, -97.1081, 'logistics'],
    ],
  },
  {
    id: 'chicago',
    name: 'Chicago',
    state: 'IL',
    timeZone: 'America/Chicago',
    towns: [
      ['VCH4', 'Chicago', 41.8781, -87.6298, 'grocery'],
      ['SKX2', 'Skokie', 42.0324, -87.7416, 'logistics'],
      ['CCX5', 'Cicero', 41.8456, -87.7539, 'logistics'],
      ['NPX3', 'Naperville', 41.7508, -88.1535, 'pharmacy'],
      ['JOX6', 'Joliet', 41.525, -88.0817, 'logistics'],
      ['ELX1', 'Elgin', 42.0354, -88.2826, 'logistics'],
    ],
  },
  {
    id: 'nashville',
    name: 'Nashville',
    state: 'TN',
    timeZone: 'America/Chicago',
    towns: [
      ['VNS3', 'Nashville', 36.1627, -86.7816, 'grocery'],
      ['FRX2', 'Franklin', 35.9251, -86.8689, 'logistics'],
      ['MFX5', 'Murfreesboro', 35.8456, -86.3903, 'logistics'],
      ['HVX4', 'Hendersonville', 36.3048, -86.62, 'pharmacy'],
    ],
  },
  {
    id: 'atlanta',
    name: 'Atlanta',
    state: 'GA',
    timeZone: 'America/New_York',
    towns: [
      ['VAT2', 'Atlanta', 33.749, -84.388, 'grocery'],
      ['MTX4', 'Marietta', 33.9526, -84.5499, 'logistics'],
      ['DCX3', 'Decatur', 33.7748, -84.2963, 'logistics'],
      ['ALX5', 'Alpharetta', 34.0754, -84.2941, 'pharmacy'],
      ['SMX6', 'Smyrna', 33.8839, -84.5144, 'logistics'],
    ],
  },
  {
    id: 'miami',
    name: 'Miami',
    state: 'FL',
    timeZone: 'America/New_York',
    towns: [
      ['VMI4', 'Miami', 25.7617, -80.1918, 'grocery'],
      ['HLX2', 'Hialeah', 25.8576, -80.2781, 'logistics'],
      ['DRX5', 'Doral', 25.8195, -80.3553, 'logistics'],
      ['HWX3', 'Hollywood', 26.0112, -80.1495, 'logistics'],
      ['FLX6', 'Fort Lauderdale', 26.1224, -80.1373, 'pharmacy'],
      ['PBX1', 'Pompano Beach', 26.2379, -80.1248, 'logistics'],
    ],
  },
  {
    id: 'new-york',
    name: 'New York',
    state: 'NY',
    timeZone: 'America/New_York',
    towns: [
      ['VNY5', 'New York', 40.7128, -74.006, 'grocery'],
      ['BKX3', 'Brooklyn', 40.6782, -73.9442, 'grocery'],
      ['QNX2', 'Queens', 40.7282, -73.7949, 'logistics'],
      ['YKX4', 'Yonkers', 40.9312, -73.8988, 'logistics'],
      ['NWX6', 'Newark', 40.7357, -74.1724, 'logistics', 'NJ'],
      ['EZX1', 'Elizabeth', 40.664, -74.2107, 'logistics', 'NJ'],
      ['WPX7', 'White Plains', 41.034, -73.7629, 'pharmacy'],
    ],
  },
  {
    id: 'detroit',
    name: 'Detroit',
    state: 'MI',
    timeZone: 'America/Detroit',
    towns: [
      ['VDT2', 'Detroit', 42.3314, -83.0458, 'grocery'],
      ['DBX4', 'Dearborn', 42.3223, -83.1763, 'logistics'],
      ['LVX3', 'Livonia', 42.3684, -83.3527, 'logistics'],
      ['SHX5', 'Sterling Heights', 42.5803, -83.0302, 'pharmacy'],
    ],
  },
  {
    id: 'indianapolis',
    name: 'Indianapolis',
    state: 'IN',
    timeZone: 'America/Indiana/Indianapolis',
    towns: [
      ['VIN3', 'Indianapolis', 39.7684, -86.1581, 'grocery'],
      ['CMX2', 'Carmel', 39.9784, -86.118, 'logistics'],
      ['FSX4', 'Fishers', 39.9568, -86.0134, 'logistics'],
      ['GWX5', 'Greenwood', 39.6137, -86.1067, 'logistics'],
    ],
  },
  {
    id: 'anchorage',
    name: 'Anchorage',
    state: 'AK',
    timeZone: 'America/Anchorage',
    towns: [
      ['VAN2', 'Anchorage', 61.2181, -149.9003, 'grocery'],
      ['ERX3', 'Eagle River', 61.3214, -149.5678, 'logistics'],
      ['WSX4', 'Wasilla', 61.5814, -149.4394, 'logistics'],
    ],
  },
  {
    id: 'honolulu',
    name: 'Honolulu',
    state: 'HI',
    timeZone: 'Pacific/Honolulu',
    towns: [
      ['VHN3', 'Honolulu', 21.3069, -157.8583, 'grocery'],
      ['PCX2', 'Pearl City', 21.3972, -157.9733, 'logistics'],
      ['KPX4', 'Kapolei', 21.3356, -158.0567, 'logistics'],
      ['KAX5', 'Kailua', 21.4022, -157.7394, 'pharmacy'],
    ],
  },
]
