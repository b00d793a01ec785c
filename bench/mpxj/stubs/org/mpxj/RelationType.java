package org.mpxj;

/** As much of MPXJ as the benchmark calls, to compile it where MPXJ is not there. */
public enum RelationType { FINISH_START, FINISH_FINISH, START_START, START_FINISH }
